import type { AcceptedFinding, Baseline } from '../conformance/baseline.ts';
import { isOperation } from '../contract/operations.ts';
import type { RuleResult, RunReport } from './run-report.ts';
import { VERDICT_OF_LEVEL } from './verdicts.ts';

const DAY_MS = 86_400_000;
/** How long a finding that was written down by itself stays accepted. */
const NEW_ENTRY_DAYS = 30;

export const NEW_ENTRY_REASON = 'Say here why this is accepted, and until when.';

/** What of a baseline a run needs: the file is named in the report. */
export interface BaselineInUse {
  readonly file: string;
  readonly baseline: Baseline;
  readonly today: Date;
  /** Whether load was part of the run. */
  readonly loaded: boolean;
}

export interface Accepting {
  readonly rules: RuleResult[];
  readonly section: NonNullable<RunReport['baseline']>;
}

/**
 * Holds the results against the baseline. A rule all of whose findings are accepted is noted in
 * place of failed; a new finding keeps its verdict; an entry whose finding is gone is stale.
 */
export function accept(results: readonly RuleResult[], inUse: BaselineInUse): Accepting {
  const { file, baseline } = inUse;
  const today = dateOf(inUse.today);
  const valid = baseline.accepted.filter(({ expires }) => expires >= today);
  const found = new Set(
    results.flatMap((result) => [...operationsOf(result)].map((name) => keyOf(result.id, name))),
  );
  const isFound = ({ rule, operation }: AcceptedFinding) => found.has(keyOf(rule, operation));
  const judged = new Map(results.map((result) => [result.id, result]));
  const isStale = (entry: AcceptedFinding) =>
    !isFound(entry) && couldBeFound(entry, judged.get(entry.rule), inUse);
  return {
    rules: results.map((result) => withAccepted(result, valid)),
    section: {
      file,
      accepted: valid.filter(isFound).length,
      expired: baseline.accepted
        .filter((entry) => entry.expires < today && isFound(entry))
        .filter(({ rule }) => judged.get(rule)?.verdict === 'fail')
        .map(({ rule, operation, expires }) => {
          return `No longer accepted: ${rule} in ${operation}, which expired on ${expires}.`;
        }),
      stale: baseline.accepted.filter(isStale).map(({ rule, operation }) => {
        return `Baseline is stale: ${rule} in ${operation} has no finding any more. Remove it from ${file}.`;
      }),
    },
  };
}

/**
 * A baseline that accepts what failed in this run. Entries that stay keep their reason and date;
 * those that are stale go; those that this run could not look at stay.
 */
export function updated(results: readonly RuleResult[], inUse: BaselineInUse): Baseline {
  const judged = new Map(results.map((result) => [result.id, result]));
  const today = dateOf(inUse.today);
  const kept = inUse.baseline.accepted.filter((entry) => {
    const result = judged.get(entry.rule);
    if (result !== undefined && operationsOf(result).has(entry.operation)) {
      return entry.expires >= today;
    }
    return !couldBeFound(entry, result, inUse);
  });
  const known = new Set(kept.map(({ rule, operation }) => keyOf(rule, operation)));
  const expires = dateOf(new Date(inUse.today.getTime() + NEW_ENTRY_DAYS * DAY_MS));
  const added = results
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap((result) =>
      [...operationsOf(result)].map((operation): AcceptedFinding => {
        const underLoad = result.conformance?.operations?.[operation] === undefined;
        return {
          rule: result.id,
          operation,
          ...(underLoad && { in: 'load' as const }),
          reason: NEW_ENTRY_REASON,
          expires,
        };
      }),
    )
    .filter(({ rule, operation }) => !known.has(keyOf(rule, operation)));
  return { accepted: [...kept, ...added].toSorted(byRule) };
}

function byRule(one: AcceptedFinding, other: AcceptedFinding): number {
  return keyOf(one.rule, one.operation).localeCompare(keyOf(other.rule, other.operation));
}

function withAccepted(result: RuleResult, valid: readonly AcceptedFinding[]): RuleResult {
  const operations = operationsOf(result);
  const accepted = valid
    .filter(({ rule, operation }) => rule === result.id && operations.has(operation))
    .map(({ operation, reason, expires }) => ({ operation, reason, expires }));
  if (accepted.length === 0) return result;
  const isWhole = accepted.length === operations.size;
  const failed = result.verdict === VERDICT_OF_LEVEL[result.level];
  return { ...result, accepted, ...(isWhole && failed && { verdict: 'note' as const }) };
}

/** An entry can only be stale when this run judged what it is about. */
function couldBeFound(
  { in: part }: AcceptedFinding,
  result: RuleResult | undefined,
  { loaded }: BaselineInUse,
): boolean {
  if (part === 'load') return loaded && (result?.load?.judged ?? 0) > 0;
  return (result?.conformance?.judged ?? 0) > 0;
}

/** Operations with findings of a rule. */
function operationsOf({
  conformance,
  load,
}: RuleResult): ReadonlySet<AcceptedFinding['operation']> {
  const names = [
    ...Object.keys(conformance?.operations ?? {}),
    ...Object.keys(load?.operations ?? {}),
  ];
  return new Set(names.filter(isSubject));
}

function isSubject(name: string): name is AcceptedFinding['operation'] {
  return name === 'other' || isOperation(name);
}

function keyOf(rule: string, operation: string): string {
  return `${rule}\n${operation}`;
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
