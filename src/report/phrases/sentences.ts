import { passedBounds } from '../../measure/generator-health.ts';
import type { UnansweredRequests } from '../../measure/unanswered.ts';
import type { GeneratorHealth, LoadReport } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Objective } from '../schema/slo.ts';
import {
  formatArrivalRate,
  formatCount,
  formatDuration,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
} from './number-format.ts';
import { clipLine } from './printable.ts';
import { isExcepted, isUnverifiedMust } from './verdicts.ts';

/** What each outcome means, for whoever reads only one line. */
export const OUTCOME_MEANING: Readonly<Record<RunReport['outcome'], string>> = {
  pass: 'All checks passed.',
  fail: 'The gateway does not hold what was asked of it.',
  inconclusive: 'This run cannot tell: it is neither a pass nor a fail.',
};

/** Of a digest: enough to tell two files apart by eye. */
const DIGEST_CHARACTERS = 8;

/** Ids of the stated rules that the profile changes. */
function overriddenStatedRules(report: RunReport): readonly string[] {
  const stated = new Set(report.rules.filter(isStated).map(({ id }) => id));
  return report.profile.overrides
    .filter(({ kind }) => kind === 'rule' || kind === 'provenance')
    .flatMap(({ subject, rules = [subject] }) => rules)
    .filter((id) => stated.has(id));
}

function isStated({ provenance }: RunReport['rules'][number]): boolean {
  return provenance === 'stated';
}

/** Whether the gateway conforms; undefined when conformance was not asked for. */
export function conformanceSentence(report: RunReport): string | undefined {
  if (report.conformant === null) return undefined;
  const overridden = overriddenStatedRules(report);
  if (overridden.length > 0) {
    return `Not conformant to the interface: the profile changes what it states (${overridden.join(', ')}).`;
  }
  const absent = report.missingOperations ?? [];
  if (absent.length > 0) {
    return `Not conformant to the interface: it does not offer ${absent.map(({ operation }) => operation).join(', ')}.`;
  }
  const required = requiredRules(report.rules);
  const all = formatNumberOf(required.length, 'required rule');
  if (report.conformant) return `Conformant: all ${all} passed.`;
  const accepted = required.filter(isExcepted);
  const failed = required.filter(({ verdict }) => verdict === 'fail').length;
  const unverified = required.filter(isUnverifiedMust).length;
  if (failed + unverified === 0 && accepted.length > 0) {
    const exceptions = exceptionsSentence(report.rules);
    // A run that passed has said it already.
    return exceptions === undefined || report.reasons.includes(exceptions) ? undefined : exceptions;
  }
  const but = accepted.length === 0 ? '' : `, ${acceptedPhrase(accepted)}`;
  return `Not conformant: ${formatCount(failed)} of ${all} failed, ${formatCount(unverified)} could not be verified${but}.`;
}

/** That required rules passed only as the baseline accepts some; undefined when it accepts none. */
export function exceptionsSentence(rules: readonly RuleResult[]): string | undefined {
  const required = requiredRules(rules);
  const accepted = required.filter(isExcepted);
  if (accepted.length === 0) return undefined;
  const passed = required.filter(({ verdict }) => verdict === 'pass').length;
  return `Passed with exceptions: ${formatCount(passed)} of ${formatNumberOf(required.length, 'required rule')} passed, ${acceptedPhrase(accepted)}.`;
}

function requiredRules(rules: readonly RuleResult[]): readonly RuleResult[] {
  return rules.filter(({ level, verdict }) => level === 'must' && verdict !== 'not-applicable');
}

function acceptedPhrase(accepted: readonly RuleResult[]): string {
  const [first = ''] = accepted.map((rule) => rule.accepted?.expires ?? '').toSorted();
  const gaps = accepted.filter(({ verdict }) => verdict === 'could-not-verify').length;
  const [are, until] = accepted.length === 1 ? ['is', 'until'] : ['are', 'the first until'];
  const not = gaps === 0 ? '' : ` (${formatCount(gaps)} as not verified)`;
  const comma = accepted.length === 1 ? '' : ',';
  return `${formatCount(accepted.length)} ${are} accepted by the baseline${not}${comma} ${until} ${first}`;
}

/** Entries of the baseline that can go, where they do not fail the run. */
export function baselineWarnings({ baseline }: RunReport): readonly string[] {
  return baseline === undefined || baseline.strict === true ? [] : baseline.stale;
}

/** How much of the load was judged, and what was not. */
export function judgedSentence(load: LoadReport): string {
  const { groups, dropped, brokenOff } = load;
  const sentences = [
    `Judged ${formatShare(load.judgedShare)} of ${formatNumberOf(load.exchanges, 'exchange')}.`,
  ];
  if (groups.notJudged > 0) {
    const were = groups.notJudged === 1 ? 'was' : 'were';
    sentences.push(
      `${formatCount(groups.notJudged)} of ${formatNumberOf(groups.judged + groups.notJudged, 'group')} ${were} not judged: members were missing or cut by the end.`,
    );
  }
  if (brokenOff !== undefined) {
    const what = [
      formatNumberOf(brokenOff.exchanges, 'answer'),
      ...(brokenOff.groups === 0 ? [] : [formatNumberOf(brokenOff.groups, 'group')]),
    ];
    sentences.push(
      `Broken off, with nothing sent later answered, and not judged: ${what.join(' and ')}.`,
    );
  }
  if (dropped.bodies + dropped.timings > 0) {
    sentences.push(
      `The tap had no room for ${formatCount(dropped.bodies)} bodies and ${formatCount(dropped.timings)} timings.`,
    );
  }
  sentences.push(...(load.excluded ?? []).map(exclusionSentence));
  return sentences.join(' ');
}

type ExcludedScenario = NonNullable<LoadReport['excluded']>[number];

/** What a scenario did not send, how much of the load that is, and why. */
export function exclusionSentence({
  scenario,
  missingOperations,
  share,
  reason,
}: ExcludedScenario): string {
  const what =
    missingOperations === undefined
      ? `Scenario not sent: ${scenario}`
      : `Scenario sent in part: ${scenario} without ${missingOperations.join(', ')}`;
  const part = share === undefined ? '' : `, ${formatShare(share)} of the planned arrivals`;
  return `${what}${part} (${reason}).`;
}

/** How the contract was read: the profile, and the rule set where the report names one. */
export function readingPhrase(report: RunReport): string {
  return `${profilePhrase(report)}${configurationPhrase(report)}`;
}

/** `, config assay.yaml (sha256 3f2a9c01)`; nothing where no file was read. */
function configurationPhrase({ configuration }: RunReport): string {
  if (configuration === undefined) return '';
  const { file, sha256 } = configuration;
  return `, config ${clipLine(file, 200)} (sha256 ${sha256.slice(0, DIGEST_CHARACTERS)})`;
}

function profilePhrase({ profile, ruleSet }: RunReport): string {
  const name = `profile ${clipLine(profile.name, 100)}`;
  if (ruleSet === undefined) return name;
  const { number, newer } = ruleSet;
  const noted =
    newer.length === 0 ? '' : ` (${formatNumberOf(newer.length, 'newer rule')} only noted)`;
  return `${name}, rule set ${number}${noted}`;
}

/** What the baseline accepts of a rule. */
export function acceptedSentences({ accepted }: RuleResult): string[] {
  if (accepted === undefined) return [];
  const { operations, cause, reason, expires } = accepted;
  const gap = cause === undefined ? 'as not verified' : `as not verified because of ${cause}`;
  const what = operations === undefined ? gap : `in ${operations.join(', ')}`;
  return [`accepted by the baseline ${what} until ${expires}: ${clipLine(reason, 300)}`];
}

/** In less time a rate per second says more than there was: a trace may be over in 1 ms. */
const SHORTEST_RATE_MS = 1000;

export function arrivalSentence(load: LoadReport): string {
  const { offered, started } = load.arrivalRate;
  if (load.model === 'closed') {
    const rate =
      started === undefined
        ? ''
        : `, ${formatArrivalRate(started)} over ${formatDuration(load.durationMs)}`;
    return `A closed model: users came again when they had their answer${rate}. A slow gateway slowed the load, so its latencies are no open model's.`;
  }
  if (started === undefined) {
    return 'The engine told neither of arrivals nor of its end: what was asked for is not known, nor any rate.';
  }
  if (!hasArrivalCounts(load.health)) {
    return 'The engine told of no arrivals, as is so with executors of k6 itself: what was asked for is not known.';
  }
  if (load.durationMs < SHORTEST_RATE_MS) {
    const { health } = load;
    return `Asked for ${formatNumberOf(health.scheduled, 'arrival')} in ${formatDuration(load.durationMs)}, started ${formatCount(health.started)}.`;
  }
  return `Asked for ${formatArrivalRate(offered)} over ${formatDuration(load.durationMs)}, started ${formatArrivalRate(started)}.`;
}

/** Whether there is anything by which the generator can have kept up or not. */
export function hasArrivalCounts({ scheduled }: GeneratorHealth): boolean {
  return scheduled > 0;
}

/** Whether the generator kept up, and what follows for the figures. */
export function healthSentence(health: GeneratorHealth): string {
  if (health.healthy && !hasArrivalCounts(health)) {
    return 'Whether the generator kept up is not known: it told of no arrivals.';
  }
  if (health.healthy) {
    const but =
      health.unhealthySeconds === 0
        ? ''
        : ` but for ${health.unhealthySeconds} of ${formatNumberOf(health.seconds, 'second')}, which is within what is allowed`;
    return `The generator kept up${but}: ${worstPhrase(health)}. Latencies are the gateway's.`;
  }
  const why = health.reason ?? `${health.unhealthySeconds} of ${health.seconds} seconds were late`;
  return `The generator was out of breath: ${why.replace(/\.$/, '')}. Latencies are in part its own, so no objective is judged by them.`;
}

/** What passed its bound at worst, or else how late arrivals were. */
function worstPhrase(health: GeneratorHealth): string {
  const passed = passedBounds(health).map(
    ({ what, lateMs, boundMs }) =>
      `${what} ${what === 'arrivals' ? 'were' : 'was'} ${formatMilliseconds(lateMs)} late (p99, bound ${boundMs} ms)`,
  );
  return passed.length > 0
    ? `at worst ${passed.join(' and ')}`
    : `in its worst second arrivals were ${formatMilliseconds(health.latenessP99Ms)} late (p99)`;
}

/** How far an objective was met or missed: `38 ms inside (4.8 % of the bound)`; or why neither. */
export function marginPhrase(objective: Objective): string {
  const { accepted } = objective;
  const phrase = distancePhrase(objective);
  if (accepted === undefined) return phrase;
  return `${phrase}; ${formatNumberOf(accepted, 'accepted finding')} not counted`;
}

function distancePhrase(objective: Objective): string {
  const { margin } = objective;
  if (margin === undefined) return objective.reason ?? 'not judged';
  const { value, percentOfLimit } = margin;
  if (value === 0) return 'on the bound';
  const side = objective.met === true ? 'inside' : 'outside';
  const relative =
    percentOfLimit === null
      ? ''
      : ` (${formatRelative(Math.abs(percentOfLimit) / 100)} of the bound)`;
  const censored = objective.reason === undefined ? '' : `; ${objective.reason}`;
  return `${formatMeasure(Math.abs(value), objective.unit)} ${side}${relative}${censored}`;
}

/** An objective that was missed, with its margin, in plain characters. */
export function missSentence(objective: Objective): string {
  const { measured, unit } = objective;
  const value = measured === null ? 'nothing' : formatMeasure(measured, unit);
  return `SLO missed: ${objective.objective} (measured ${value}, ${marginPhrase(objective)}).`;
}

/** Why the load was ended early, in plain characters. */
export function abortSentence(abort: NonNullable<LoadReport['abortedBy']>): string {
  const { condition, atMs, windowMs, measured, unit } = abort;
  return `Load ended early after ${formatDuration(atMs)}: ${condition} (measured ${formatMeasure(measured, unit)} over ${formatDuration(windowMs)}).`;
}

/** What the end of the run left without a whole answer, and what to do, in plain characters. */
export function unansweredSentence({ requests, started, waitedMs }: UnansweredRequests): string {
  const share = formatShare(requests / started);
  return `Unanswered when the run ended: ${formatCount(requests)} of ${formatNumberOf(started, 'request')} (${share}), each after ${formatDuration(waitedMs)} or more. Let gracefulStop of the workload be longer, or look why the target does not answer.`;
}

/** How many answers were 429s; '' when there were none. */
export function throttledSentence({ operations }: LoadReport): string {
  const throttled = Object.values(operations).reduce((sum, each) => sum + each.throttled, 0);
  if (throttled === 0) return '';
  return `${formatNumberOf(throttled, 'answer')} had status 429, which is counted apart from errors.`;
}

/** A measured value or bound with its unit. */
export function formatMeasure(value: number, unit: string): string {
  if (unit === 'ms') return formatMilliseconds(value);
  if (unit === 'findings') return formatNumberOf(value, 'finding');
  const digits = Number(value.toPrecision(4)).toString();
  return unit.startsWith('/') ? `${digits}${unit}` : `${digits} ${unit}`.trimEnd();
}

function formatRelative(ratio: number): string {
  return ratio > 1 ? `${formatCount(ratio * 100)} %` : formatShare(ratio);
}

/** Rules that passed on part of their evidence, a sentence each. */
export function partialPasses({ rules }: RunReport): string[] {
  return rules.flatMap(({ id, remark }) => (remark === undefined ? [] : [`${id}: ${remark}.`]));
}
