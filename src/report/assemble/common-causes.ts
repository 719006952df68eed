import { acceptanceRule } from '../../conformance/findings/acceptance-rules.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { formatCount, formatNumberOf } from '../phrases/number-format.ts';
import { clipLine } from '../phrases/printable.ts';
import { isUnverifiedMust, VERDICTS } from '../phrases/verdicts.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import { knownCauses } from './known-causes.ts';

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
  for (const head of heads.filter(hasFindings)) {
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
    const sentence = `${formatCount(alike.length)} rules could not be verified for one reason: ${ended(clipLine(reason, 300))}`;
    return [{ sentence, rules: alike.map(({ id }) => id) }];
  });
}

function ended(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function hasFindings({ conformance, load }: RuleResult): boolean {
  return (conformance?.findings ?? 0) + (load?.findings ?? 0) > 0;
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
