import {
  type AcceptedFinding,
  type AcceptedGap,
  acceptedOperations,
  type Baseline,
  dayOf,
  validAt,
} from '../../conformance/baseline.ts';
import { isOperation } from '../../contract/operations.ts';
import { isExcepted, VERDICT_OF_LEVEL } from '../phrases/verdicts.ts';
import type { JudgedRecord, RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

/** The baseline of a run, with its file for the report. */
export interface BaselineInUse {
  readonly file: string;
  readonly baseline: Baseline;
  /** Whether a stale entry fails the run. */
  readonly strict?: boolean;
  readonly today: Date;
}

interface BaselineOutcome {
  readonly rules: RuleResult[];
  readonly section: NonNullable<RunReport['baseline']>;
}

/**
 * Applies the baseline to the results. A rule all of whose findings are accepted is noted in
 * place of failed; one that cannot be verified keeps its verdict and is marked as accepted. A new
 * finding keeps its verdict.
 */
export function applyBaseline(
  results: readonly RuleResult[],
  inUse: BaselineInUse,
): BaselineOutcome {
  const { file, baseline, strict = false } = inUse;
  const today = dayOf(inUse.today);
  const valid = validAt(inUse.today, baseline);
  const own = results.map((result) => withOwnEntry(result, valid));
  const byId = new Map(results.map((result) => [result.id, result]));
  const ended = { today, file, byId };
  return {
    rules: withConsequences(own, valid),
    section: {
      file,
      accepted: own.filter(({ accepted }) => accepted !== undefined).length,
      expired: [
        ...baseline.accepted.flatMap((entry) => expiredFinding(entry, ended)),
        ...baseline.unverified.flatMap((entry) => expiredGap(entry, ended)),
      ],
      stale: [
        ...valid.accepted.flatMap((entry) => staleFinding(entry, ended)),
        ...valid.unverified.flatMap((entry) => staleGap(entry, ended)),
      ],
      ...(strict && { strict }),
    },
  };
}

/** How a rule without an entry is accepted: `cause` is the rule that has the entry. */
type Consequence = Omit<NonNullable<RuleResult['accepted']>, 'operations'>;

/**
 * A rule that could not be verified because of findings that are accepted is accepted with them.
 * Such a rule can be the cause of others.
 */
function withConsequences(results: readonly RuleResult[], valid: Baseline): RuleResult[] {
  const judged = new Set(results.map(({ id }) => id));
  const unseen = [...valid.accepted, ...valid.unverified].filter(({ rule }) => !judged.has(rule));
  const accepted = new Map<string, Consequence>(unseen.map((entry) => [entry.rule, entry]));
  for (const result of results) {
    if (result.accepted !== undefined && isExcepted(result))
      accepted.set(result.id, result.accepted);
  }
  const carried = results.map((result) => carriedBy(result, accepted));
  const isMore = carried.some((result, index) => result !== results[index]);
  return isMore ? withConsequences(carried, valid) : carried;
}

function carriedBy(result: RuleResult, accepted: ReadonlyMap<string, Consequence>): RuleResult {
  const { verdict, blockedBy = [] } = result;
  if (verdict !== 'could-not-verify' || result.accepted !== undefined) return result;
  const causes = blockedBy.flatMap((cause) => {
    const acceptance = accepted.get(cause);
    return acceptance === undefined ? [] : [{ ...acceptance, cause: acceptance.cause ?? cause }];
  });
  const [first] = causes.toSorted((one, other) => one.expires.localeCompare(other.expires));
  if (first === undefined || causes.length < blockedBy.length) return result;
  const { cause, reason, expires } = first;
  return { ...result, accepted: { cause, reason, expires } };
}

/** Operations of an entry whose finding is gone: their evidence was wholly judged and shows none. */
export function staleOperations(
  { operations, underLoad }: AcceptedFinding,
  result: RuleResult | undefined,
): ReadonlySet<BaselineOperation> {
  if (result === undefined) return new Set();
  const found = operationsWithFindings(result);
  const { conformance, load } = result;
  return new Set(
    [
      ...operations.filter((name) => isWhollyJudged(conformance, name)),
      ...underLoad.filter((name) => isWhollyJudged(load, name)),
    ].filter((name) => !found.has(name)),
  );
}

/** Whether all evidence of a rule was judged, and passed. */
export function isVerified(result: RuleResult | undefined): boolean {
  const { judged, unverified } = result?.conformance ?? { judged: 0, unverified: 0 };
  return result?.verdict === 'pass' && judged > 0 && unverified === 0;
}

function withOwnEntry(result: RuleResult, valid: Baseline): RuleResult {
  const entry = valid.accepted.find(({ rule }) => rule === result.id);
  const gap: AcceptedGap | undefined =
    entry ?? valid.unverified.find(({ rule }) => rule === result.id);
  if (result.verdict === 'could-not-verify' && gap !== undefined) {
    const { reason, expires } = gap;
    return { ...result, accepted: { reason, expires } };
  }
  return entry === undefined ? result : withAcceptedFindings(result, entry);
}

function withAcceptedFindings(result: RuleResult, entry: AcceptedFinding): RuleResult {
  const found = operationsWithFindings(result);
  const operations = acceptedOperations(entry).filter((name) => found.has(name));
  if (operations.length === 0) return result;
  const { reason, expires } = entry;
  const isWhole = operations.length === found.size;
  const failed = result.verdict === VERDICT_OF_LEVEL[result.level];
  return {
    ...result,
    accepted: { operations, reason, expires },
    ...(isWhole && failed && { verdict: 'note' as const }),
  };
}

interface Ended {
  readonly today: string;
  readonly file: string;
  readonly byId: ReadonlyMap<string, RuleResult>;
}

/** An entry that has expired fails the run while its finding is there, and when it is gone. */
function expiredFinding(entry: AcceptedFinding, { today, file, byId }: Ended): string[] {
  const { rule, expires } = entry;
  const result = byId.get(rule);
  if (expires >= today || result === undefined) return [];
  if (staleOperations(entry, result).size === acceptedOperations(entry).length) {
    return [
      `Baseline entry expired on ${expires} and its finding is gone: ${rule}. Remove it from ${file}.`,
    ];
  }
  const found = operationsWithFindings(result);
  const still = acceptedOperations(entry).filter((name) => found.has(name));
  if (still.length === 0 || result.verdict !== 'fail') return [];
  return [`Baseline entry expired on ${expires}: ${rule} still fails in ${still.join(', ')}.`];
}

function expiredGap({ rule, expires }: AcceptedGap, { today, file, byId }: Ended): string[] {
  const result = byId.get(rule);
  if (expires >= today || result === undefined) return [];
  if (isVerified(result)) {
    return [
      `Baseline entry expired on ${expires} and the rule passes: ${rule}. Remove it from ${file}.`,
    ];
  }
  if (result.level !== 'must' || result.verdict !== 'could-not-verify') return [];
  return [`Baseline entry expired on ${expires}: ${rule} still could not be verified.`];
}

function staleFinding(entry: AcceptedFinding, { file, byId }: Ended): string[] {
  const gone = staleOperations(entry, byId.get(entry.rule));
  if (gone.size === 0) return [];
  const whole = gone.size === acceptedOperations(entry).length;
  const names = [...gone].join(', ');
  return [
    `Baseline entry is stale: ${entry.rule} has no finding in ${names} any more. ${whole ? 'Remove the entry' : `Remove ${names} from the entry`} in ${file}, or run with --update-baseline.`,
  ];
}

function staleGap({ rule }: AcceptedGap, { file, byId }: Ended): string[] {
  if (!isVerified(byId.get(rule))) return [];
  return [
    `Baseline entry is stale: ${rule} could be verified and passes. Remove the entry in ${file}, or run with --update-baseline.`,
  ];
}

export type BaselineOperation = AcceptedFinding['operations'][number];

/** Operations with findings of a rule, in conformance or under load. */
export function operationsWithFindings({
  conformance,
  load,
}: Pick<RuleResult, 'conformance' | 'load'>): ReadonlySet<BaselineOperation> {
  return new Set([...findingsIn(conformance), ...findingsIn(load)]);
}

export function findingsIn(judged: JudgedRecord | undefined): BaselineOperation[] {
  return Object.keys(judged?.operations ?? {}).filter(isSubject);
}

/** Whether evidence of an operation came and all of it could be judged: part of it proves nothing. */
function isWhollyJudged(judged: JudgedRecord | undefined, operation: string): boolean {
  const pieces = judged?.pieces?.[operation];
  return pieces !== undefined && pieces.judged > 0 && pieces.unverified === 0;
}

function isSubject(name: string): name is BaselineOperation {
  return name === 'other' || isOperation(name);
}
