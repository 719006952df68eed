import { EVERY_RULE } from '../../conformance/catalogue.ts';
import { RULE_SETS } from '../../conformance/find-rule-set.ts';
import { PROFILES } from '../../conformance/profiles/profile-file.ts';
import { settingFacts } from '../../conformance/settings.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import { bundledScenarios } from '../../load/scenarios/scenario-files.ts';
import * as formats from '../../report/formats/index.ts';
import * as targetKinds from '../../target/kinds.ts';
import { command } from '../options/command.ts';
import { EXIT } from '../options/exit-codes.ts';
import { option } from '../options/option.ts';
import { pageOfStdout, stdout } from '../terminal/output.ts';
import { widthOf } from '../terminal/progress.ts';

type Row = Readonly<Record<string, string>>;

const LISTS = {
  rules: () =>
    EVERY_RULE.map(({ area, rule }) => ({
      rule: rule.id,
      area,
      level: rule.level,
      provenance: rule.provenance,
      statement: rule.statement,
    })),
  faults: () => EVERY_RULE.map(({ rule }) => ({ fault: rule.provenBy, trips: rule.id })),
  // Only here: other commands need not load them.
  hostile: async () => {
    const { KINDS } = await import('../../../reference-server/hostile/behaviours/index.ts');
    return Object.entries(KINDS).flatMap(([kind, behaviours]) =>
      Object.entries(behaviours).map(([hostile, { summary }]) => ({ hostile, kind, summary })),
    );
  },
  variants: async () => {
    const { VARIANTS } = await import('../../../reference-server/alterations.ts');
    return [...VARIANTS].map(([variant, { summary }]) => ({ variant, summary }));
  },
  scenarios: () => bundledScenarios().map(({ name, summary }) => ({ scenario: name, summary })),
  targets: () => Object.entries(targetKinds).map(([target, { summary }]) => ({ target, summary })),
  formats: () =>
    Object.entries(formats).map(([format, { file, summary }]) => ({ format, file, summary })),
  profiles: () => [...PROFILES.values()].map(({ name, summary }) => ({ profile: name, summary })),
  settings: async () =>
    settingFacts().map(({ name, type, default: value, source, rules }) => ({
      setting: name,
      default: value,
      type,
      rules: rules.join(', '),
      source,
    })),
  'rule-sets': () =>
    RULE_SETS.map(({ number, rules }) => ({ 'rule set': number, rules: `${rules.length} rules` })),
} satisfies Readonly<Record<string, () => readonly Row[] | Promise<readonly Row[]>>>;

export const list = command({
  name: 'list',
  summary:
    'list rules, rule sets, faults, variants, hostile behaviours, scenarios, targets, formats, profiles or settings',
  description:
    'Lists rules, rule sets, faults and variants of the reference gateway, hostile behaviours, scenarios, targets, report formats, profiles, or the settings of a profile.',
  operands: [
    {
      name: '[what]',
      summary: 'a list; all lists when absent',
      shownChoices: Object.keys(LISTS),
    },
  ],
  options: [option('--json', 'print JSON')],
  examples: ['assay list', 'assay list rules', 'assay list scenarios', 'assay list rules --json'],
  async run({ json }, [what]) {
    const rows = what === undefined ? ALL_LISTS : await rowsOf(what);
    stdout().write(json ? `${JSON.stringify(rows, null, 2)}\n` : table(rows));
    return EXIT.holds;
  },
});

const ALL_LISTS: readonly Row[] = Object.entries({
  rules: 'what Assay checks, with level and provenance',
  faults: 'faults of the reference gateway, with the rule that each violates',
  variants: 'legal oddities of the reference gateway',
  hostile: 'hostile behaviours of the reference gateway',
  scenarios: 'kinds of traffic for a load',
  targets: 'kinds of targets',
  formats: 'files of a report',
  profiles: 'bundled settings for products',
  settings: 'settings of a profile',
  'rule-sets': 'rules by the version that added them',
} satisfies Record<keyof typeof LISTS, string>).map(([name, summary]) => ({ list: name, summary }));

async function rowsOf(what: string): Promise<readonly Row[]> {
  const known = Object.keys(LISTS);
  if (isList(what)) return await LISTS[what]();
  throw new UsageError(
    `Unknown list: ${what}.${didYouMean(what, known)} Lists: ${known.join(', ')}.`,
  );
}

function isList(what: string): what is keyof typeof LISTS {
  return Object.hasOwn(LISTS, what);
}

/** A longer entry shifts the rest of its row only. */
const WIDEST = 40;

/** All columns but the last padded to their widest entry. */
function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => {
    const lengths = rows.map((row) => row[column]?.length ?? 0);
    return Math.max(...lengths.filter((length) => length <= WIDEST), 0);
  });
  return rows
    .flatMap((row) => {
      const cells = columns.map((column) => row[column] ?? '');
      const last = cells.pop() ?? '';
      const head = cells.map((cell, index) => `${cell.padEnd(widths[index] ?? 0)}  `).join('');
      return onTerminal(`${head}${last}`, head.length);
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** A row stays on one line where it is not read on a terminal, so that it can be searched. */
function onTerminal(row: string, hanging: number): readonly string[] {
  return widthOf(stdout()) === undefined ? [row] : pageOfStdout().wrap(row, 0, hanging);
}
