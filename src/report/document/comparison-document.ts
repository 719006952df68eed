import { defined, present } from '../../input/defined.ts';
import { cutShortSentence } from '../comparison/compare.ts';
import {
  changedFigures,
  countSentence,
  differenceSentence,
  failureSentences,
  performanceSentences,
} from '../comparison/difference.ts';
import { isBroken } from '../comparison/rows.ts';
import { uncertainty, WORD_TEXT } from '../performance/phrases.ts';
import { formatNumberOf, formatTime } from '../phrases/number-format.ts';
import { LEVEL_WORD, VERDICT_OF_LEVEL } from '../phrases/verdicts.ts';
import type {
  BehaviourRow,
  CauseRow,
  Comparison,
  OperationRow,
  RuleRow,
  Standing,
  SubjectRecord,
} from '../schema/comparison.ts';
import {
  type Answer,
  type Block,
  type Cell,
  paragraph,
  type ReportDocument,
  type Row,
  rowsOf,
  type Section,
  section,
  type Table,
  verdictTag,
} from './document.ts';
import { performanceBlocks } from './performance.ts';

/** The groups of rows, the most important first; a terminal shows what differs only. */
const STANDINGS = [
  ['differs', 'Different'],
  ['unsettled', 'Not observed in every target'],
  ['same', 'Same'],
] as const satisfies readonly (readonly [standing: Standing, title: string])[];

/** A comparison of gateways, or of builds of one, differences first. */
export function comparisonDocument(comparison: Comparison): ReportDocument {
  const { subjects, assayVersion, performance, repro, reasons = [] } = comparison;
  const labels = subjects.map(({ label }) => label);
  const cutShort = cutShortSentence(comparison);
  const measured =
    performance !== undefined &&
    section('Performance', performanceBlocks(performance, labels), { id: 'performance' });
  const [[worst, name], ...others] = STANDINGS;
  const different = standingSection(comparison, worst, name);
  return {
    title: `${labels.join(', ')}: Assay compare`,
    assayVersion,
    data: 'compare.json',
    head: {
      title: differenceSentence(comparison),
      ...defined({ answer: answerOf(comparison) }),
      facts: [],
      ...(cutShort !== undefined && { meaning: cutShort }),
      figures: [],
      reasons,
      remarks: [],
    },
    sections: present([
      section('Targets', [subjectTable(subjects)], { id: 'targets' }),
      ...(failureSentences(comparison).length > 0
        ? [...different, measured]
        : [measured, ...different]),
      ...others.flatMap(([standing, title]) => standingSection(comparison, standing, title)),
      repro !== undefined && repeatSection(repro),
    ]),
  };
}

function repeatSection(repro: string): Section {
  const command = { kind: 'verbatim', title: 'Repeat with', text: repro, language: 'sh' } as const;
  return section('This comparison', [command], { id: 'run' });
}

/** Who fails what the other passes, or else how the second of two performs. */
function answerOf(comparison: Comparison): Answer | undefined {
  const { subjects, performance } = comparison;
  const counts = countSentence(comparison);
  const failures = failureSentences(comparison);
  if (failures.length > 0) {
    const beside = [...performanceSentences(comparison), counts].join(' ');
    return { words: failures.join(' '), beside };
  }
  const [word] = performance?.words ?? [];
  const [first, second] = subjects;
  if (performance === undefined || word === undefined || subjects.length !== 2) return undefined;
  const figures = changedFigures(performance.rows, 0).join(' · ');
  const labels = `${second?.label ?? ''} against ${first?.label ?? ''}`;
  const why = word === 'cannot-tell' ? `: ${uncertainty(performance, 0)}` : '.';
  const sentence = `${labels}${figures === '' ? why : `: ${figures}.`}`;
  return { words: WORD_TEXT[word], beside: `${sentence} ${counts}`, stamp: STAMPS[word] };
}

const STAMPS = {
  worse: 'fail',
  better: 'pass',
  same: 'measured',
  'cannot-tell': 'inconclusive',
} as const;

function subjectTable(subjects: readonly SubjectRecord[]): Table {
  return {
    kind: 'table',
    name: 'Targets of the comparison',
    columns: ['Label', 'Address', 'Profile', 'Run', 'Missing'].map((title) => ({
      title,
      text: true,
    })),
    groups: rowsOf(subjects.map(subjectRow)),
  };
}

function subjectRow({ label, address, profile, startedAt, source, reasons }: SubjectRecord): Row {
  const run = startedAt === null ? '–' : `${formatTime(startedAt)}, ${source}`;
  const missing = reasons.length === 0 ? 'nothing' : reasons.join(' ');
  return { name: label, cells: [[{ code: address }], profile ?? '–', run, missing] };
}

const LEVELS =
  'stated: the interface says so; assumed: another source does. A required rule that fails fails a run, a recommended one is a warning, an optional one a note.';

function standingSection(comparison: Comparison, standing: Standing, title: string): Section[] {
  const labels = comparison.subjects.map(({ label }) => label);
  const folded = standing !== 'differs';
  const part = (name: string, all: readonly (Row & { readonly standing: Standing })[]) => {
    const rows = all.filter((row) => row.standing === standing);
    if (rows.length === 0) return undefined;
    return section(`${name} (${rows.length})`, [sideTable(name, labels, rows)], { folded });
  };
  const { operations, rules, behaviours } = comparison;
  const different = rules.filter((row) => row.standing === 'differs');
  const whole = section(
    title,
    [
      part('Operations', operations.map(operationRow)),
      folded || different.length === 0
        ? part('Rules', rules.map(ruleRow))
        : section(`Rules (${different.length})`, differentRules(comparison, different)),
      part('Behaviours', behaviours.map(behaviourRow)),
    ],
    { id: standing, ...(standing !== 'differs' && { only: 'files' }) },
  );
  return whole.blocks.length === 0 ? [] : [whole];
}

function sideTable(name: string, labels: readonly string[], rows: readonly Row[]): Table {
  const columns = [name, ...labels].map((title) => ({ title, text: true }));
  return { kind: 'table', name, columns, groups: rowsOf(rows) };
}

/** An entry for each cause with its rules folded, then the rules that it does not explain everywhere. */
function differentRules(
  { subjects, causes = [] }: Comparison,
  rules: readonly RuleRow[],
): readonly (Block | undefined)[] {
  const labels = subjects.map(({ label }) => label);
  const isExplained = ({ id, cells }: RuleRow) =>
    cells.every(
      ({ verdict }, at) =>
        !isBroken(verdict) ||
        causes.some((each) => each.rules.includes(id) && each.subjects.includes(labels[at] ?? '')),
    );
  const apart = rules.filter((row) => !isExplained(row));
  return [
    ...causes.flatMap((cause) => causeBlocks(cause, rules, labels)),
    apart.length === 0 ? undefined : sideTable('Rules', labels, apart.map(ruleRow)),
    paragraph(LEVELS, { tone: 'quiet' }),
  ];
}

/** Whose cause it is; its rules one click away, or by name where nothing opens. */
function causeBlocks(
  { sentence, subjects, rules: ids }: CauseRow,
  rules: readonly RuleRow[],
  labels: readonly string[],
): readonly (Block | undefined)[] {
  const own = rules.filter(({ id }) => ids.includes(id));
  const title = formatNumberOf(own.length, 'rule');
  const table = { ...sideTable('Rules', labels, own.map(ruleRow)), name: sentence };
  const names = own.flatMap(({ id }, at) => [at === 0 ? '' : ', ', { code: id }]);
  return [
    paragraph(`${subjects.join(', ')}: ${sentence}`, {
      tone: VERDICT_OF_LEVEL[own[0]?.level ?? 'must'],
    }),
    paragraph(names, { tone: 'quiet', only: 'lines' }),
    section(title, [table], { folded: true, only: 'files' }),
  ];
}

/** What a user loses and what a client must change stand below the name of a row. */
function operationRow({ endpoint, change, standing, cells }: OperationRow) {
  const words = cells.map(({ supported, reason }) => {
    if (supported === null) return '– not in this report';
    if (supported) return 'supported';
    return `missing${reason === undefined ? '' : `: ${reason}`}`;
  });
  return { name: [{ code: endpoint }], cells: words, notes: present([change]), standing };
}

function ruleRow({ id, level, provenance, statement, harm, standing, cells }: RuleRow) {
  return {
    name: [{ code: id }, ` ${LEVEL_WORD[level]}, ${provenance}`],
    cells: cells.map(({ verdict, detail }): Cell => {
      if (verdict === null) return '– not in this report';
      return [verdictTag(verdict), ...(detail === undefined ? [] : [' ', { code: detail }])];
    }),
    notes: present([statement, standing === 'differs' && harm]),
    standing,
  };
}

function behaviourRow({ id, question, silence, standing, cells }: BehaviourRow) {
  return {
    name: [`${question} `, { code: id }],
    cells: cells.map(
      ({ answer, reason }) => answer ?? `not observed, because ${reason ?? 'nothing showed it'}`,
    ),
    notes: [silence],
    standing,
  };
}
