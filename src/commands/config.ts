import type { Problem } from '../input/schema-problem.ts';
import { UsageError } from '../input/usage-error.ts';
import { arrivalPhrase, WorkloadSchema } from '../load/workload/workload.ts';
import { columnsOf, padEnd } from '../report/formats/text/text-page.ts';
import { formatNumberOf } from '../report/phrases/number-format.ts';
import { printable } from '../report/phrases/printable.ts';
import { mistakesIn } from './config/configuration-mistakes.ts';
import {
  type EffectiveValue,
  effectiveValues,
  type Path,
  startsWith,
} from './config/effective-values.ts';
import { readWritten } from './configuration/configuration.ts';
import { linesByPath } from './configuration/configuration-lines.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { KEYED, overridesOf } from './options/load-options.ts';
import { flagOf, nameOf } from './options/option.ts';
import { complain, stdout } from './terminal/output.ts';
import { withoutSecrets } from './terminal/secrets.ts';

const CHECK = 'check';

export const config = command({
  name: 'config',
  summary: 'show the effective configuration, and all of its mistakes',
  description:
    'Reads a configuration as a run would, and shows each value with its origin: a line of the file, a flag, a variable of the environment, or the default. All mistakes are reported at once. It takes the flags of "assay load" that override the file. Nothing is sent, and no secret is shown.',
  operands: [
    { name: '<what>', summary: 'what to do with it', shownChoices: [CHECK] },
    { name: '[file]', summary: 'the configuration (default: assay.yaml, if it exists)' },
  ],
  options: KEYED.map((one) => ({ ...one, isHidden: true })),
  examples: ['assay config check', 'assay config check staging.yaml --arrival-rate 50/s'],
  run: (options, [what = '', file]) => {
    if (what === CHECK) return check(options, file);
    throw new UsageError(`Unknown word: ${what}. Write "assay config check".`);
  },
});

async function check(options: object, file: string | undefined): Promise<number> {
  const { name, text, merged } = await readWritten(file, overridesOf(options));
  const mistakes = withoutSecrets(await mistakesIn(merged, process.env, name));
  const lineOf = text === undefined ? () => undefined : linesByPath(text);
  const flagFor = flagsByPath(options);
  const placeOf = (path: Path): string | undefined => {
    const line = lineOf(path);
    return flagFor(path) ?? (line === undefined ? undefined : `${name}:${line}`);
  };
  const values = effectiveValues(
    merged,
    mistakes.map(({ path }) => path),
  );
  const originOf = ({ path, variables, isDefault }: EffectiveValue): string =>
    [
      (isDefault ? undefined : placeOf(path)) ?? 'default',
      ...variables.map((each) => `$${each}`),
    ].join(', ');
  const rows = values.map((each) => [nameOfPath(each.path), each.shown, originOf(each)]);
  stdout().write(tableOf(withoutSecrets([...rows, ...keyRows(process.env)])));
  const workload = WorkloadSchema.safeParse(merged.workload);
  if (workload.success) stdout().write(`\nLoad: ${arrivalPhrase(workload.data)}.\n`);
  // The nearest key that stands somewhere.
  const nearest = (path: Path) =>
    path.map((_, at) => path.slice(0, path.length - at)).find((each) => placeOf(each));
  const lineOfMistake = ({ path }: Problem) =>
    lineOf(nearest(path) ?? []) ?? Number.MAX_SAFE_INTEGER;
  for (const each of mistakes.toSorted((a, b) => lineOfMistake(a) - lineOfMistake(b))) {
    complain(`${placeOf(nearest(each.path) ?? []) ?? name}: ${each.sentence}`);
  }
  const { length } = mistakes;
  stdout().write(length === 0 ? 'No mistakes.\n' : `${formatNumberOf(length, 'mistake')}.\n`);
  return length === 0 ? EXIT.holds : EXIT.usage;
}

/** The flag that gives a value, such as `--target`. */
function flagsByPath(options: object): (path: Path) => string | undefined {
  const given = new Map<string, unknown>(Object.entries(options));
  const flags = KEYED.flatMap((one) => {
    const value = given.get(nameOf(one));
    const path = one.key?.split('.') ?? [];
    if (value === undefined) return [];
    const names = one.key === 'headers' ? Object.keys(Object(value)) : undefined;
    const paths = names?.map((name) => [...path, name]) ?? [path];
    return paths.map((place) => ({ flag: flagOf(one), place }));
  });
  return (path) => flags.find(({ place }) => startsWith(path, place))?.flag;
}

/** `slo` for each of its entries. */
function nameOfPath(path: Path): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

/** Whether a key is set, and nothing of it. */
function keyRows(environment: Readonly<NodeJS.ProcessEnv>): readonly (readonly string[])[] {
  return ['ASSAY_API_KEY', 'ASSAY_API_KEY_2'].map((name) => {
    const isSet = (environment[name] ?? '') !== '';
    return [name, isSet ? '(hidden)' : 'not set', 'environment'];
  });
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => columnsOf(row[column] ?? '')));
  const widths = [widthOf(0), Math.min(widthOf(1), VALUE_COLUMNS)];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => padEnd(printable(cell), widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** A longer value moves its origin to the right. */
const VALUE_COLUMNS = 48;
