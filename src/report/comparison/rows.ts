import { OPERATION_NAMES, OPERATIONS, type Operation } from '../../contract/operations.ts';
import { defined } from '../../input/defined.ts';
import { examplesOf } from '../phrases/findings.ts';
import { cut } from '../phrases/printable.ts';
import { VERDICTS } from '../phrases/verdicts.ts';
import type {
  BehaviourRow,
  CauseRow,
  OperationRow,
  RuleRow,
  Standing,
} from '../schema/comparison.ts';
import type { FindingRecord } from '../schema/finding.ts';
import type { RuleResult, Verdict } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { BehaviourRecord } from '../schema/sheet.ts';
import type { Subject } from './recorded-run.ts';

const DETAIL_CHARACTERS = 300;

/** Operations that one of them does not support, which a client notices first. */
export function operationRows(subjects: readonly Subject[]): readonly OperationRow[] {
  return OPERATION_NAMES.map((operation) => operationRow(operation, subjects)).filter(({ cells }) =>
    cells.some(({ supported }) => supported === false),
  );
}

function operationRow(operation: Operation, subjects: readonly Subject[]): OperationRow {
  const { method, path } = OPERATIONS[operation];
  const endpoint = `${method} ${path}`;
  const cells = subjects.map(({ report }) => operationCell(operation, report));
  const standing = standingOf(
    cells.map(({ supported }) => (supported === null ? null : `${supported}`)),
  );
  const without = subjects.filter((_, at) => cells[at]?.supported === false);
  const labels = without.map(({ label }) => label).join(', ');
  const change = `Clients of ${labels} cannot use ${endpoint}.`;
  return { operation, endpoint, standing, ...(standing === 'differs' && { change }), cells };
}

function operationCell(
  operation: Operation,
  report: RunReport | undefined,
): OperationRow['cells'][number] {
  if (report === undefined) return { supported: null };
  const absent = report.missingOperations?.find((each) => each.operation === operation);
  return absent === undefined ? { supported: true } : { supported: false, reason: absent.reason };
}

/** Rules side by side, the worst of the differences first. */
export function ruleRows(subjects: readonly Subject[]): RuleRow[] {
  const results = subjects.map(({ report }) => byId(report?.rules ?? []));
  const rows = firstOfEach(results).map(({ id, area, level, provenance, statement }): RuleRow => {
    const cells = results.map((rules) => ruleCell(rules.get(id)));
    const verdicts = cells.map(({ verdict }) => (isSettled(verdict) ? verdict : null));
    const standing = standingOf(verdicts);
    const harm = results.map((rules) => rules.get(id)?.harm).find((each) => each !== undefined);
    const change = standing === 'differs' ? changeOf(statement, subjects, cells) : undefined;
    const facts = { id, area, level, provenance, statement, ...defined({ harm, change }) };
    return { ...facts, standing, cells };
  });
  return rows.toSorted(
    (one, other) => RANK[one.standing] - RANK[other.standing] || worst(one) - worst(other),
  );
}

/** What several of the rules that differ have in common, as the reports of those that violate them say. */
export function causeRows(subjects: readonly Subject[], rules: readonly RuleRow[]): CauseRow[] {
  const found = subjects.flatMap(({ label, report }, at) =>
    (report?.causes ?? []).map(({ sentence, rules: ids }) => {
      const own = rules.filter(
        ({ id, standing, cells }) =>
          standing === 'differs' && ids.includes(id) && isBroken(cells[at]?.verdict),
      );
      return { label, sentence, own: own.map(({ id }) => id) };
    }),
  );
  const several = found.filter(({ own }) => own.length > 1);
  return [...Map.groupBy(several, ({ sentence }) => sentence)].map(([sentence, alike]) => ({
    sentence,
    rules: [...new Set(alike.flatMap(({ own }) => own))],
    subjects: alike.map(({ label }) => label),
  }));
}

/** Answers of the behaviour sheets side by side. */
export function behaviourRows(subjects: readonly Subject[]): BehaviourRow[] {
  const records = subjects.map(({ sheet }) => byId(sheet?.behaviours ?? []));
  const rows = firstOfEach(records).map(({ id, topic, question, silence }): BehaviourRow => {
    const cells = records.map((sheet) => behaviourCell(sheet.get(id)));
    const standing = standingOf(cells.map(({ answer }) => answer));
    return { id, topic, question, silence, standing, cells };
  });
  return rows.toSorted((one, other) => RANK[one.standing] - RANK[other.standing]);
}

const RANK: Readonly<Record<Standing, number>> = { differs: 0, unsettled: 1, same: 2 };

/** What a client must change where the rule fails. */
function changeOf(
  statement: string,
  subjects: readonly Subject[],
  cells: RuleRow['cells'],
): string | undefined {
  const broken = subjects.filter((_, at) => isBroken(cells[at]?.verdict));
  if (broken.length === 0) return undefined;
  const labels = broken.map(({ label }) => label).join(', ');
  return `Clients of ${labels} cannot rely on this: ${statement}`;
}

export function isBroken(verdict: Verdict | null | undefined): boolean {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'note';
}

function isSettled(verdict: Verdict | null): boolean {
  return verdict !== 'could-not-verify' && verdict !== 'not-applicable';
}

function worst({ cells }: RuleRow): number {
  const places = cells.map(({ verdict }) =>
    verdict === null ? VERDICTS.length : VERDICTS.indexOf(verdict),
  );
  return Math.min(...places);
}

function ruleCell(rule: RuleResult | undefined): RuleRow['cells'][number] {
  if (rule === undefined) return { verdict: null };
  const { verdict, reason } = rule;
  const [example] = examplesOf(rule);
  const detail = (reason && shortIds(reason)) ?? (example && findingWords(example));
  return defined({ verdict, detail: detail && cut(detail, DETAIL_CHARACTERS) });
}

function behaviourCell(record: BehaviourRecord | undefined): BehaviourRow['cells'][number] {
  if (record === undefined)
    return { answer: null, reason: 'this sheet does not have the question' };
  const { answer, reason } = record;
  return defined({ answer, reason });
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Each item once, from the first that has it, in order. */
function firstOfEach<T>(maps: readonly ReadonlyMap<string, T>[]): readonly T[] {
  const first = new Map<string, T>();
  for (const [id, item] of maps.flatMap((map) => [...map])) {
    if (!first.has(id)) first.set(id, item);
  }
  return [...first.values()];
}

/** An unknown value is not a difference, but leaves open whether all are the same. */
function standingOf(values: readonly (string | null)[]): Standing {
  const known = new Set(values.filter((value) => value !== null));
  if (known.size > 1) return 'differs';
  return values.includes(null) ? 'unsettled' : 'same';
}

/** Longer runs of letters and digits are ids: their start is enough to distinguish them. */
const LONG_WORD = /[\w-]{24,}/g;
const ID_CHARACTERS = 16;

/** What a finding writes where there is nothing. */
const NOTHING = new Set(['nothing', 'absent', 'undefined']);

/** A finding in one cell: `images[0].mime_type absent; expected a string`. */
function findingWords({ label, where, expected, actual }: FindingRecord): string {
  const tried = label === undefined ? '' : `${label}: `;
  return shortIds(`${tried}${seenWords(where, actual)}; expected ${expected}`);
}

/** Ids cut to a length that can be read. */
export function shortIds(text: string): string {
  return text.replaceAll(LONG_WORD, (word) =>
    /\d/.test(word) ? `${word.slice(0, ID_CHARACTERS)}…` : word,
  );
}

function seenWords(where: string | undefined, actual: string): string {
  if (where === undefined) return actual;
  return NOTHING.has(actual) ? `${where} absent` : `${where} is ${actual}`;
}
