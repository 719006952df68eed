import { acceptanceRule } from '../../conformance/findings/acceptance-rules.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { findingsOf } from '../phrases/findings.ts';
import { formatCount, formatNumberOf } from '../phrases/number-format.ts';
import { clipLine } from '../phrases/printable.ts';
import { isUnverifiedMust, VERDICTS } from '../phrases/verdicts.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

export type CommonCause = NonNullable<RunReport['causes']>[number];

/**
 * What several rules that did not pass have in common. A rule is in one cause at most.
 * Rules that could not be verified because of a finding are with the rule that has it; others that
 * could not be verified for the same reason are together.
 */
export function commonCauses(rules: readonly RuleResult[]): CommonCause[] {
  const verdicts = new Map(rules.map(({ id, verdict }) => [id, verdict]));
  const rank = (id: string) => VERDICTS.indexOf(verdicts.get(id) ?? 'pass');
  return groups(rules).map((cause) => {
    return { ...cause, rules: cause.rules.toSorted((one, other) => rank(one) - rank(other)) };
  });
}

function groups(rules: readonly RuleResult[]): CommonCause[] {
  const causes: CommonCause[] = [];
  const taken = new Set<string>();
  const add = (found: CommonCause): void => {
    const cause = withBlocked(found, rules);
    const own = cause.rules.filter((id) => !taken.has(id));
    if (own.length < 2) return;
    causes.push({ ...cause, rules: own });
    for (const id of own) taken.add(id);
  };
  for (const known of knownCauses(rules)) add(known);
  const heads = rules.filter(({ id, verdict }) => verdict !== 'pass' && !taken.has(id));
  for (const head of heads.filter((rule) => findingsOf(rule) > 0)) {
    add({ sentence: sentenceOf(head), rules: [head.id] });
  }
  return [...causes, ...sharedReasons(rules.filter(({ id }) => !taken.has(id)))];
}

/** Rules that could not be verified for the same reason. */
function sharedReasons(rules: readonly RuleResult[]): readonly CommonCause[] {
  const open = rules.filter(({ verdict, reason }) => {
    return verdict === 'could-not-verify' && reason !== undefined;
  });
  return [...Map.groupBy(open, ({ reason = '' }) => reason)].flatMap(([reason, alike]) => {
    if (alike.length < 2) return [];
    const sentence = `${formatCount(alike.length)} rules could not be verified for one reason: ${clipLine(reason, 300).replace(/\.?$/, '.')}`;
    return [{ sentence, rules: alike.map(({ id }) => id) }];
  });
}

/** With the rules that were not verified because of those of the cause, and so on. */
function withBlocked(cause: CommonCause, rules: readonly RuleResult[]): CommonCause {
  const known = new Set(cause.rules);
  const more = rules
    .filter(({ id, verdict }) => verdict === 'could-not-verify' && !known.has(id))
    .filter(({ blockedBy = [] }) => blockedBy.length > 0 && blockedBy.every((id) => known.has(id)))
    .map(({ id }) => id);
  if (more.length === 0) return cause;
  return withBlocked({ ...cause, rules: [...cause.rules, ...more] }, rules);
}

function sentenceOf(head: RuleResult): string {
  const operation = OPERATION_NAMES.find((name) => acceptanceRule(name) === head.id);
  const judged = head.conformance ?? head.load;
  const [example] = judged?.examples ?? [];
  const actual = clipLine(example?.actual ?? 'another status', 200);
  if (operation === undefined) {
    const where = Object.keys(judged?.operations ?? {}).join(', ');
    const seen = example?.where === undefined ? actual : `${example.where} ${actual}`;
    return `${head.id} failed${where === '' ? '' : ` in ${where}`}: ${seen}.`;
  }
  const { findings = 0, judged: own = 0, pieces } = judged ?? {};
  // The probes of other rules bring most of the valid requests.
  const all = pieces?.[operation]?.judged ?? own;
  return findings >= all
    ? `Every valid ${operation} request was refused: ${actual}.`
    : `${findings} of ${all} valid ${operation} requests were refused: ${actual}.`;
}

/** The rules that a cause explains and that fail the run or leave it inconclusive. */
export function troubleIn({ rules: ids }: CommonCause, rules: readonly RuleResult[]): RuleResult[] {
  return rules.filter(
    (rule) => ids.includes(rule.id) && (rule.verdict === 'fail' || isUnverifiedMust(rule)),
  );
}

/** Their verdicts: `9 required rules failed, 2 could not be verified`. */
export function causeTally(trouble: readonly RuleResult[]): string {
  const failed = trouble.filter(({ verdict }) => verdict === 'fail').length;
  const open = trouble.length - failed;
  const phrase = `${formatNumberOf(failed, 'required rule')} failed`;
  return open === 0 ? phrase : `${phrase}, ${formatCount(open)} could not be verified`;
}

/** Something that a gateway does not look at at all. */
interface Ignored {
  /** Each of them has a finding in an operation that ignores it, and none when it is looked at. */
  readonly witnesses: readonly string[];
  /** Fewer in one operation could be a defect of their own. */
  readonly leastWitnesses: number;
  /** Whether a rule follows from it; its findings in other operations are defects of their own. */
  follows(rule: RuleResult): boolean;
  /** @param where the operations; absent where it is all of them */
  sentence(where: string | undefined): string;
}

const IDEMPOTENCY_WITNESSES = [
  'idempotency-every-billable-post',
  'idempotency-mismatch-refused',
  'idempotency-length-256-refused',
];
/** Each has a finding where a retry is a new request, though keys are looked at. Transcriptions have no id that differs. */
const REPLAY_WITNESSES = [
  'idempotency-every-billable-post',
  'idempotency-multipart-boundary',
  'idempotency-one-effect',
];
const OF_IDEMPOTENCY_KEYS: ReadonlySet<string> = new Set([
  ...IDEMPOTENCY_WITNESSES,
  'idempotency-after-disconnect',
  'idempotency-concurrent-one-effect',
  'idempotency-empty-refused',
  'idempotency-in-flight',
  'idempotency-json-spelling',
  'idempotency-mismatch-422',
  'idempotency-mismatch-each-member',
  'idempotency-mismatch-keeps-first',
  'idempotency-multipart-boundary',
  'idempotency-one-effect',
  'idempotency-replay',
  'idempotency-stream-flag',
  'idempotency-stream-one-result',
  'idempotency-stream-replay',
  'idempotency-video-same-job',
]);
/** Outside their area: keys distinguish tenants. */
const OF_API_KEYS: ReadonlySet<string> = new Set([
  'idempotency-auth-first',
  'idempotency-scope-api-key',
  'video-id-scoped-to-key',
]);

const IGNORED: readonly Ignored[] = [
  {
    witnesses: IDEMPOTENCY_WITNESSES,
    leastWitnesses: 2,
    follows: (rule) => OF_IDEMPOTENCY_KEYS.has(rule.id) && hasFindings(rule),
    sentence: (where = 'any operation') => `Idempotency-Key has no effect on ${where}.`,
  },
  {
    witnesses: REPLAY_WITNESSES,
    leastWitnesses: 2,
    follows: (rule) => OF_IDEMPOTENCY_KEYS.has(rule.id) && hasFindings(rule),
    sentence: (where = 'every operation') =>
      `A retry with the same Idempotency-Key is executed again by ${where}.`,
  },
  {
    witnesses: ['auth-missing-refused', 'auth-unknown-key-refused'],
    leastWitnesses: 2,
    // Rules about refusals find none to judge.
    follows: ({ id, area, verdict }) =>
      verdict !== 'pass' &&
      id !== 'auth-key-not-echoed' &&
      (area === 'auth' || OF_API_KEYS.has(id)),
    sentence: (where = 'every operation') =>
      `Any API key, or none, is accepted by ${where}. Where that is intended, keyHeader: null in a profile declares it.`,
  },
];

/** Causes that are known by name, with the rules that fail or are open only for them. */
function knownCauses(rules: readonly RuleResult[]): readonly CommonCause[] {
  const judged = rules.filter(({ verdict }) => verdict !== 'not-applicable');
  return [
    ...swappedAnswers(judged),
    ...IGNORED.flatMap((each) => ignored(each, judged)),
    ...refusedStreams(judged),
  ];
}

/** Sees that an answer belongs to another request; the others compare an answer with what was meant for it. */
const WITNESS_OF_SWAPS = 'relay-no-cross-talk';
const OF_ANSWERS: ReadonlySet<string> = new Set([
  'relay-bad-answer',
  'relay-body-unchanged',
  'relay-cut-not-clean',
  'relay-empty-choices',
  'relay-encoded-body',
  'relay-error-in-stream',
  'relay-event-large',
  'relay-finish-reason-kept',
  'relay-foreign-framing',
  'relay-refusal-kept',
  'relay-split-character',
  'relay-text-unchanged',
  'relay-tool-calls-kept',
  'relay-usage-unchanged',
  'transport-no-cross-talk',
]);

/** That callers get the answers to other requests: then no answer is the one that was meant for its request. */
function swappedAnswers(rules: readonly RuleResult[]): readonly CommonCause[] {
  const witness = rules.find(({ id }) => id === WITNESS_OF_SWAPS);
  const swapped = OPERATION_NAMES.filter((name) => witness && hasFindings(witness, name));
  if (swapped.length === 0) return [];
  const followers = new Set([
    ...OF_ANSWERS,
    ...swapped.flatMap((name) => [acceptanceRule(name), `${name}-stream-offered`]),
  ]);
  const explained = rules
    .filter((rule) => followers.has(rule.id) && hasFindings(rule))
    .filter((rule) => isOnlyIn(rule, new Set<string>(swapped)))
    .map(({ id }) => id);
  const sentence = `Callers of ${listed(swapped)} get the answers to other requests.`;
  return [{ sentence, rules: [WITNESS_OF_SWAPS, ...explained] }];
}

function ignored(what: Ignored, rules: readonly RuleResult[]): readonly CommonCause[] {
  const witnesses = rules.filter(({ id }) => what.witnesses.includes(id));
  const seen = OPERATION_NAMES.filter((name) => judgedIn(witnesses, name).length > 0);
  const without = seen.filter((name) => {
    const judged = judgedIn(witnesses, name);
    return judged.length >= what.leastWitnesses && judged.every((rule) => hasFindings(rule, name));
  });
  if (without.length === 0) return [];
  const explained = rules
    .filter((rule) => what.follows(rule))
    .filter((rule) => isOnlyIn(rule, new Set<string>(without)))
    .map(({ id }) => id);
  const where = without.length === seen.length ? undefined : listed(without);
  return [{ sentence: what.sentence(where), rules: explained }];
}

function judgedIn(witnesses: readonly RuleResult[], operation: string): readonly RuleResult[] {
  return witnesses.filter(({ conformance }) => (conformance?.pieces?.[operation]?.judged ?? 0) > 0);
}

/** @param operation any when absent */
function hasFindings({ conformance, load }: RuleResult, operation?: string): boolean {
  const found = { ...load?.operations, ...conformance?.operations };
  return operation === undefined ? Object.keys(found).length > 0 : (found[operation] ?? 0) > 0;
}

/** Whether all findings of a rule are in those operations. */
function isOnlyIn({ conformance, load }: RuleResult, operations: ReadonlySet<string>): boolean {
  const found = Object.keys({ ...conformance?.operations, ...load?.operations });
  return found.every((name) => operations.has(name));
}

function listed(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

/** Rules outside the areas of streams that judge nothing else. */
const OF_STREAMS = /^(?:transport-sse|idempotency-stream|responses-state)-/;

/**
 * That an operation gave no stream that could be judged, for all such operations together. The rule
 * that its requests are accepted belongs to it where everything that it blocks is about streams.
 */
function refusedStreams(rules: readonly RuleResult[]): readonly CommonCause[] {
  const refused = OPERATION_NAMES.flatMap((operation) => {
    const area = rules.filter((rule) => rule.area === `${operation}-stream`);
    return area.length > 1 && area.every(isOpen) ? [{ operation, area }] : [];
  });
  if (refused.length === 0) return [];
  const areas = new Set(refused.map(({ operation }) => `${operation}-stream`));
  const isOfStream = ({ id, area }: RuleResult) => areas.has(area) || OF_STREAMS.test(id);
  const heads = rules.filter((head) => {
    const blocked = rules.filter(({ blockedBy = [] }) => blockedBy.includes(head.id));
    const isAcceptance = refused.some(({ operation }) => acceptanceRule(operation) === head.id);
    return isAcceptance && hasFindings(head) && blocked.every(isOfStream);
  });
  const open = refused.flatMap(({ area }) => area);
  const [example] = heads.flatMap(({ conformance }) => conformance?.examples ?? []);
  const [{ reason = '' } = {}] = open;
  const why = clipLine(example?.actual ?? reason, 200);
  const names = listed(refused.map(({ operation }) => operation));
  const what =
    heads.length > 0 ? `Every ${names} stream was refused` : `No ${names} stream could be judged`;
  const off = [...areas].map((area) => `${area}-*`).join(' and ');
  return [
    {
      sentence: `${what}: ${why}. Where that is intended, the rules ${off} with the value off in a profile declare it.`,
      rules: [...heads, ...open].map(({ id }) => id),
    },
  ];
}

/** Evidence came, and none of it could be judged. */
function isOpen({ verdict, conformance }: RuleResult): boolean {
  return verdict === 'could-not-verify' && (conformance?.unverified ?? 0) > 0;
}
