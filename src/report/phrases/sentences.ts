import { present } from '../../input/defined.ts';
import { exceededLimits } from '../../measure/generator-health.ts';
import type { UnansweredRequests } from '../../measure/unanswered.ts';
import type { GeneratorHealth, LoadReport } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { Objective, RunReport } from '../schema/run-report.ts';
import {
  formatCount,
  formatDigits,
  formatDuration,
  formatMilliseconds,
  formatNumberOf,
  formatRequestRate,
  formatShare,
  formatSum,
} from './number-format.ts';
import { clipLine } from './printable.ts';
import { isExcepted, isUnverifiedMust, requiredRules } from './verdicts.ts';

/** What was checked: that it is the bundled gateway, and not a build, must be seen at once. */
export function targetName({ kind, address }: RunReport['target']): string {
  return kind === 'embedded' ? `bundled reference gateway (${address})` : address;
}

/** What the outcome means, for a reader of one line; undefined where the first reason says it. */
export function outcomeSentence(report: RunReport): string | undefined {
  switch (report.outcome) {
    case 'pass':
      return undefined;
    case 'fail':
      return failSentence(report);
    case 'inconclusive':
      return 'This run can neither confirm nor refute what it checked.';
  }
}

function failSentence({ rules, slo, load }: RunReport): string | undefined {
  const failed = rules.filter(({ verdict }) => verdict === 'fail').length;
  const missed = slo.filter(({ met }) => met === false).length;
  const parts = present([
    failed !== 0 && `${formatNumberOf(failed, 'required rule')} failed`,
    missed !== 0 &&
      `${formatNumberOf(missed, 'objective')} ${missed === 1 ? 'was' : 'were'} missed`,
    load?.abortedBy !== undefined && 'the load was ended early',
  ]);
  return parts.length === 0 ? undefined : `${capitalised(parts.join(' and '))}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Enough of a digest to distinguish two files by eye. */
const DIGEST_CHARACTERS = 12;

/** Ids of the stated rules that the profile changes. */
function overriddenStatedRules(report: RunReport): readonly string[] {
  const stated = new Set(
    report.rules.filter(({ provenance }) => provenance === 'stated').map(({ id }) => id),
  );
  return report.profile.overrides
    .filter(({ kind }) => kind === 'rule' || kind === 'provenance')
    .flatMap(({ subject, rules = [subject] }) => rules)
    .filter((id) => stated.has(id));
}

/** Whether the gateway conforms; undefined when conformance was not checked. */
export function conformanceSentence(report: RunReport): string | undefined {
  return report.conformant === null
    ? undefined
    : (deviationSentence(report) ?? verdictSentence(report));
}

/** How the profile or the target deviates from the interface; undefined where neither does. */
export function deviationSentence(report: RunReport): string | undefined {
  const overridden = overriddenStatedRules(report);
  if (overridden.length > 0) {
    return `Not conformant to the interface: profile ${clipLine(report.profile.name, 100)} changes stated rules (${overridden.join(', ')}).`;
  }
  const { missingOperations = [], missingFeatures = [] } = report;
  const absent = [...missingOperations.map(({ operation }) => operation), ...missingFeatures];
  return absent.length === 0
    ? undefined
    : `Not conformant to the interface: the target does not support ${absent.join(', ')}.`;
}

function verdictSentence(report: RunReport): string | undefined {
  const required = requiredRules(report.rules);
  const all = formatNumberOf(required.length, 'required rule');
  if (report.conformant)
    return `Conformant: ${required.length === 1 ? 'the only required rule' : `all ${all}`} passed.`;
  const accepted = required.filter(isExcepted);
  const failed = required.filter(({ verdict }) => verdict === 'fail').length;
  const unverified = required.filter(isUnverifiedMust).length;
  if (failed + unverified === 0 && accepted.length > 0) {
    const exceptions = exceptionsSentence(report.rules);
    // A run that passed has it as its reason.
    return exceptions === undefined || report.reasons.includes(exceptions) ? undefined : exceptions;
  }
  const but = accepted.length === 0 ? '' : `, ${acceptedPhrase(accepted)}`;
  const open = unverified === 0 ? '' : `, ${formatCount(unverified)} could not be verified`;
  return `Not conformant: ${formatCount(failed)} of ${all} failed${open}${but}.`;
}

/** The reason of a run that passed without exceptions. */
export const ALL_PASSED = 'All checks passed.';

/** How many required rules the baseline accepts; undefined when it accepts none. */
export function exceptionsSentence(rules: readonly RuleResult[]): string | undefined {
  const required = requiredRules(rules);
  const accepted = required.filter(isExcepted);
  if (accepted.length === 0) return undefined;
  const passed = required.filter(({ verdict }) => verdict === 'pass').length;
  return `Passed with exceptions: ${formatCount(passed)} of ${formatNumberOf(required.length, 'required rule')} passed, ${acceptedPhrase(accepted)}.`;
}

function acceptedPhrase(accepted: readonly RuleResult[]): string {
  const [first = ''] = accepted.map((rule) => rule.accepted?.expires ?? '').toSorted();
  const gaps = accepted.filter(({ verdict }) => verdict === 'could-not-verify').length;
  const [are, until] = accepted.length === 1 ? ['is', 'until'] : ['are', 'the first until'];
  const not = gaps === 0 ? '' : ` (${formatCount(gaps)} as not verified)`;
  const comma = accepted.length === 1 ? '' : ',';
  return `${formatCount(accepted.length)} ${are} accepted by the baseline${not}${comma} ${until} ${first}`;
}

/** Stale entries of the baseline, where they do not fail the run. */
export function baselineWarnings({ baseline }: RunReport): readonly string[] {
  return baseline === undefined || baseline.strict === true ? [] : baseline.stale;
}

/** Why a load ended early, where Assay itself was too busy. */
export const UNREAD_LOAD_SENTENCE =
  'The load ended early: Assay was too busy to read the results of the load engine for 30 s. Lower the arrival rate, give Assay more cores, or judge after the load (--judge after).';

/** How much of the load was checked against the rules, and what was not. */
export function judgedSentence(load: LoadReport): string {
  const { groups, dropped, brokenOff } = load;
  const sentences = [checkedSentence(load)];
  if (groups.notJudged > 0) {
    const were = groups.notJudged === 1 ? 'was' : 'were';
    sentences.push(
      `${formatCount(groups.notJudged)} of ${formatNumberOf(groups.judged + groups.notJudged, 'group')} of related requests ${were} not checked: requests were missing or cut off by the end of the run.`,
    );
  }
  if (brokenOff !== undefined) {
    const what = present([
      formatNumberOf(brokenOff.exchanges, 'response'),
      brokenOff.groups !== 0 && formatNumberOf(brokenOff.groups, 'group'),
    ]);
    sentences.push(
      `Not checked, because they broke off and no later request was answered: ${what.join(' and ')}.`,
    );
  }
  if (dropped.bodies + dropped.timings > 0) {
    sentences.push(
      `The load engine dropped ${formatCount(dropped.bodies)} bodies and ${formatCount(dropped.timings)} timings, because its memory for responses was full: they were very large, or Assay checked them more slowly than they arrived.`,
    );
  }
  sentences.push(...(load.excluded ?? []).map(exclusionSentence));
  return sentences.join(' ');
}

function checkedSentence({ exchanges, judgedShare }: LoadReport): string {
  if (exchanges === 0) return 'No request was checked against the rules.';
  const requests = formatNumberOf(exchanges, 'request');
  if (judgedShare < 1) {
    return `${formatShare(judgedShare)} of ${requests} were checked against the rules.`;
  }
  return exchanges === 1
    ? 'The only request was checked against the rules.'
    : `All ${requests} were checked against the rules.`;
}

type ExcludedScenario = NonNullable<LoadReport['excluded']>[number];

/** What a scenario did not send, which share of the load that is, and why. */
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

/** What the run spent: `Spent about 147 calls.`; undefined where nothing was counted. */
export function spendingSentence({ spending }: RunReport): string | undefined {
  if (spending === undefined) return undefined;
  const { unit, spent, limit } = spending;
  const phrase = (amount: number) =>
    unit === 'calls' ? formatNumberOf(amount, 'billable call') : formatSum(amount, unit);
  const budget = limit === undefined ? '' : `, budget ${phrase(limit)}`;
  return `Spent about ${phrase(spent)}${budget}.`;
}

/** The build, the profile, the configuration file and the rule set of a run. */
export function readingPhrase(report: RunReport): string {
  return `${profilePhrase(report)}${configurationPhrase(report)}`;
}

/** `, config assay.yaml (sha256 3f2a9c01d4e7)`; nothing where no file was read. */
function configurationPhrase({ configuration }: RunReport): string {
  if (configuration === undefined) return '';
  const { file, sha256 } = configuration;
  return `, config ${clipLine(file, 200)} (sha256 ${sha256.slice(0, DIGEST_CHARACTERS)})`;
}

function profilePhrase({ label, profile, ruleSet }: RunReport): string {
  const build = label === undefined ? '' : `build ${clipLine(label, 100)}, `;
  const name = `${build}profile ${clipLine(profile.name, 100)}`;
  if (ruleSet === undefined) return name;
  const { number, newer } = ruleSet;
  const noted =
    newer.length === 0 ? '' : ` (${formatNumberOf(newer.length, 'newer rule')} noted only)`;
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

/** Over a shorter time a rate per second is misleading: a trace may take 1 ms. */
const SHORTEST_RATE_MS = 1000;

export function arrivalSentence(load: LoadReport): string {
  const { offered, started } = load.arrivalRate;
  if (load.health.watched === true) {
    return `${capitalised(formatNumberOf(load.exchanges, 'request'))} of clients passed through in ${formatDuration(load.durationMs)}.`;
  }
  if (load.model === 'closed') {
    const rate =
      started === undefined
        ? ''
        : `: ${formatRequestRate(started)} over ${formatDuration(load.durationMs)}`;
    return `Closed model, in which each user waits for a response before the next request${rate}. A slow gateway slows this load down, so do not compare its latencies with those of an open model.`;
  }
  if (started === undefined) {
    return 'The load engine reported no schedule, so target and achieved rates are unknown.';
  }
  if (!hasArrivalCounts(load.health)) {
    return "The target rate is unknown: with k6's own executors the load engine reports no arrivals.";
  }
  if (load.durationMs < SHORTEST_RATE_MS) {
    return `${formatNumberOf(load.health.scheduled, 'arrival')} scheduled in ${formatDuration(load.durationMs)}, ${formatCount(load.health.started)} started.`;
  }
  const counts = `${formatCount(load.health.scheduled)} scheduled, ${formatCount(load.health.started)} started`;
  return `Target rate ${formatRequestRate(offered)} for ${formatDuration(load.durationMs)}: ${counts} (${formatRequestRate(started)}).`;
}

/** Whether the engine counted arrivals: without them nothing shows whether it kept up. */
export function hasArrivalCounts({ scheduled }: GeneratorHealth): boolean {
  return scheduled > 0;
}

/**
 * Whether a generator that could not keep up leaves the outcome open. Where no objective and no
 * condition uses the figures, its lateness is a note beside them, unless it sent less than planned.
 */
export function healthDecides(
  { health, abortedBy }: LoadReport,
  slo: readonly Objective[],
): boolean {
  return slo.length > 0 || abortedBy !== undefined || health.notStarted > 0;
}

/** Whether the generator kept up, and what follows for the figures. */
export function healthSentence(health: GeneratorHealth): string {
  return health.watched === true ? watchedSentence(health) : generatorSentence(health);
}

function watchedSentence(health: GeneratorHealth): string {
  const delay = `${formatMilliseconds(health.latenessP99Ms)} (p99 of the worst second)`;
  return health.healthy
    ? `Assay kept up with the traffic${allowedSeconds(health)}: its own worst delay was ${delay}.`
    : `Assay could not keep up with the traffic: its own worst delay was ${delay}. The latencies include it, so objectives were not judged.`;
}

function generatorSentence(health: GeneratorHealth): string {
  if (health.healthy && !hasArrivalCounts(health)) {
    return 'It is unknown whether the load generator kept up, because it reported no arrivals.';
  }
  if (health.healthy) {
    return `The load generator kept up${allowedSeconds(health)}: ${worstPhrase(health)}. The latencies are the gateway's.`;
  }
  const why = health.reason ?? `${health.unhealthySeconds} of ${health.seconds} seconds were late`;
  return `The load generator could not keep up: ${why.replace(/\.$/, '')}. Its own delays are in these latencies, so objectives were not judged.`;
}

/** ` (1 of 30 seconds late, which is allowed)`; empty when none was. */
function allowedSeconds({ unhealthySeconds, seconds }: GeneratorHealth): string {
  return unhealthySeconds === 0
    ? ''
    : ` (${unhealthySeconds} of ${formatNumberOf(seconds, 'second')} late, which is allowed)`;
}

/** The worst delays above their limits, or else the worst start delay. */
function worstPhrase(health: GeneratorHealth): string {
  const passed = exceededLimits(health).map(
    ({ what, lateMs, limitMs }) =>
      `worst ${DELAYS[what]} delay ${formatMilliseconds(lateMs)} (p99, limit ${limitMs} ms)`,
  );
  return passed.length > 0
    ? passed.join(', ')
    : `worst start delay ${formatMilliseconds(health.latenessP99Ms)} (p99)`;
}

const DELAYS = { arrivals: 'start', 'its scheduler': 'scheduler' } as const;

/** How far an objective was met or missed: `38 ms below the limit (95.2 % of it)`; or why neither. */
export function marginPhrase(objective: Objective): string {
  const { accepted } = objective;
  const phrase = distancePhrase(objective);
  if (accepted === undefined) return phrase;
  return `${phrase}; ${formatNumberOf(accepted, 'accepted finding')} not counted`;
}

function distancePhrase(objective: Objective): string {
  const { margin, measured, limit, unit, reason } = objective;
  if (margin === undefined || measured === null) return reason ?? 'not judged';
  if (margin.value === 0) return limit === 0 ? 'none' : 'exactly at the limit';
  const side = measured < limit ? 'below' : 'above';
  // A share of a share would be read as the share.
  if (unit === '%') {
    return `${Number(Math.abs(margin.value).toPrecision(4))} points ${side} the limit${reasonAfter(reason)}`;
  }
  const relative = limit === 0 ? '' : ` (${formatRelative(measured / limit)})`;
  return `${formatMeasure(Math.abs(margin.value), unit)} ${side} the limit${relative}${reasonAfter(reason)}`;
}

function reasonAfter(reason: string | undefined): string {
  return reason === undefined ? '' : `; ${reason}`;
}

/** An objective that was missed, with its margin. */
export function missSentence(objective: Objective): string {
  const { measured, unit } = objective;
  const value = measured === null ? '' : `measured ${formatMeasure(measured, unit)}, `;
  return `Objective missed: ${objective.objective}. ${capitalised(`${value}${marginPhrase(objective)}`)}.`;
}

/** Why the load was ended early. */
export function abortSentence(abort: NonNullable<LoadReport['abortedBy']>): string {
  const { condition, atMs, windowMs, measured, unit } = abort;
  return `Load ended early after ${formatDuration(atMs)}: ${condition} (measured ${formatMeasure(measured, unit)} over ${formatDuration(windowMs)}).`;
}

/** How many requests were unanswered when the run ended, and what to do. */
export function unansweredSentence({ requests, started, waitedMs }: UnansweredRequests): string {
  const share = formatShare(requests / started);
  return `Unanswered when the run ended: ${formatCount(requests)} of ${formatNumberOf(started, 'request')} (${share}), each after ${formatDuration(waitedMs)} or more. Raise gracefulStop of the workload, or find out why the target does not answer.`;
}

/** How many responses had status 429; '' when there were none. */
export function throttledSentence({ operations }: LoadReport): string {
  const throttled = Object.values(operations).reduce((sum, each) => sum + each.throttled, 0);
  if (throttled === 0) return '';
  return `${formatNumberOf(throttled, 'response')} had status 429, which is not counted as an error.`;
}

/** A measured value or limit with its unit. */
export function formatMeasure(value: number, unit: string): string {
  if (unit === 'ms') return formatMilliseconds(value);
  if (unit === 'findings') return formatNumberOf(value, 'finding');
  const digits = Number(value.toPrecision(4)).toString();
  return unit.startsWith('/') ? `${digits}${unit}` : `${digits} ${unit}`.trimEnd();
}

function formatRelative(ratio: number): string {
  if (ratio >= 2) return `${formatDigits(ratio)}× the limit`;
  return `${ratio > 1 ? `${formatCount(ratio * 100)} %` : formatShare(ratio)} of it`;
}

/** Rules that passed on part of their evidence, a sentence each. */
export function partialPasses({ rules }: RunReport): string[] {
  return rules.flatMap(({ id, remark }) => (remark === undefined ? [] : [`${id}: ${remark}.`]));
}

/** Answers that exceed a limit, by the limit; undefined without any. */
export function cutAnswersSentence(
  counts: readonly (ReadonlyMap<string, number> | undefined)[],
): string | undefined {
  const byLimit = new Map<string, number>();
  for (const [limit, count] of counts.flatMap((each) => [...(each ?? [])])) {
    byLimit.set(limit, (byLimit.get(limit) ?? 0) + count);
  }
  if (byLimit.size === 0) return undefined;
  const total = [...byLimit.values()].reduce((sum, count) => sum + count, 0);
  const limits = [...byLimit].map(([limit, count]) => `${formatCount(count)} × ${limit}`);
  return `${formatNumberOf(total, 'answer')} cut and not judged: ${limits.join(', ')} (docs/reference/settings.md#limits).`;
}
