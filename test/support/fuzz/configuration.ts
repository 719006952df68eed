import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { configurationOf } from '../../../src/commands/configuration/configuration.ts';
import { parseYaml } from '../../../src/input/parse-yaml.ts';
import { UsageError } from '../../../src/input/usage-error.ts';

const EXAMPLE = readFileSync(new URL('../../../docs/assay.example.yaml', import.meta.url), 'utf8');
const FRAGMENTS = [
  'target',
  'workload',
  'headers',
  'models',
  'slo',
  'operations',
  'abortOn',
  'phases',
  'duration',
  ': ',
  ':',
  '\n',
  '\n  ',
  '\n- ',
  '- ',
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!x ',
  '? ',
  '| ',
  '> ',
  '---\n',
  '...\n',
  '%YAML 1.2\n',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  "'",
  '#',
  '\t',
  '\0',
  '~',
  'null',
  '1e999',
  '-1',
  '0x10',
  '.nan',
  '10s',
  '5/s',
  '__proto__',
  'constructor',
  '\u{202e}',
  '\uFEFF',
];
/** Any but a surrogate. The unit "binary" of fast-check is the same, but takes a second to prepare. */
const character = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));
const fragments = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: character, maxLength: 6 })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
/** The example of the documentation with one part replaced. */
const altered = fc
  .tuple(fc.nat(EXAMPLE.length), fc.nat(60), fragments)
  .map(([at, length, text]) => EXAMPLE.slice(0, at) + text + EXAMPLE.slice(at + length));

/** Any text is a configuration, or is refused with an explanation. */
export const anyConfiguration = fc.property(fc.oneof(fragments, altered), (text) => {
  try {
    const value = parseYaml(text, 'assay.yaml');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    configurationOf({ ...value }, 'assay.yaml');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.message.trim() === '') {
      throw new Error('a refusal that says nothing', { cause: error });
    }
  }
});

const json = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text));
const keys = fc.constantFrom(
  'target',
  'profile',
  'headers',
  'query',
  'models',
  'operations',
  'workload',
  'slo',
  'abortOn',
  'judgedShare',
);

/** Values of any type are a configuration, or are refused with an explanation. */
export const anyConfigurationValues = fc.property(
  fc.dictionary(keys, json, { maxKeys: 4 }),
  (values) => {
    try {
      configurationOf(values, 'assay.yaml');
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  },
);
