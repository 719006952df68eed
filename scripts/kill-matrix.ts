import { parseArgs } from 'node:util';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import type { Rule } from '../src/conformance/rule.ts';
import { readCascades, writeCascades } from '../test/support/fault-cascades.ts';
import { inWords } from '../test/support/in-words.ts';
import { judgeReference } from '../test/support/judge-reference.ts';
import { needsHttp2 } from '../test/support/relay/rule-lists.ts';

/**
 * The kill matrix in full: each fault alone against every rule. The rule that a fault proves has
 * to have a finding, and whatever else has one has to be on the cascade on record.
 *
 * `npm run kill-matrix -- [--update] [--area NAME] [FAULT…]`
 *
 * `--update` adds to the cascades on record, so that what is seen in some runs only stays. Delete
 * a line of the record to have it made again.
 */

/** A run mostly waits; more at once would measure how busy we are ourselves. */
const AT_ONCE = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean', default: false },
    area: { type: 'string' },
  },
});

const RULES = CATALOGUE.map(({ rule }) => rule);

const chosen = CATALOGUE.filter(
  ({ area, rule }) =>
    (values.area === undefined || values.area === area) &&
    (positionals.length === 0 || positionals.includes(rule.provenBy)),
).map(({ rule }) => rule);

if (chosen.length === 0)
  throw new Error('No fault is chosen: no rule of this area is proven by one.');

const queue = chosen.values();
let cascades = readCascades();
let wrong = 0;
await Promise.all(Array.from({ length: AT_ONCE }, work));
say(`${chosen.length} faults, ${wrong} with a surprise`);
if (wrong > 0) process.exitCode = 1;

async function work(): Promise<void> {
  for (const owner of queue) {
    try {
      await judge(owner);
    } catch (error) {
      wrong += 1;
      say(`✗ ${owner.provenBy}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function judge(owner: Rule): Promise<void> {
  const fault = owner.provenBy;
  const outcomes = await judgeReference(RULES, { faults: [fault], http2: needsHttp2(owner) });
  const failing = outcomes.filter(({ tally }) => tally.findings > 0);
  const others = failing.map(({ rule }) => rule.id).filter((id) => id !== owner.id);
  const known = cascades[fault] ?? [];
  const unexpected = others.filter((id) => !known.includes(id));
  const isKilled = others.length < failing.length;
  const isSurprise = !isKilled || (unexpected.length > 0 && !values.update);
  if (isSurprise) wrong += 1;
  say(`${isSurprise ? '✗' : '✓'} ${fault}${isKilled ? '' : `: ${owner.id} finds nothing`}`);
  for (const outcome of failing) {
    if (unexpected.includes(outcome.rule.id)) say(`    ${inWords(outcome)}`);
  }
  if (values.update) record(fault, [...known, ...unexpected]);
}

function record(fault: string, cascade: readonly string[]): void {
  cascades = { ...cascades, [fault]: cascade };
  writeCascades(cascades);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
