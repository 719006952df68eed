import { passedBounds } from '../measure/generator-health.ts';
import type { UnansweredRequests } from '../measure/unanswered.ts';
import {
  formatArrivalRate,
  formatCount,
  formatDuration,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
  GAP,
} from './figures.ts';
import { marginOf } from './margin.ts';
import { clipLine } from './printable.ts';
import type {
  GeneratorHealth,
  LoadReport,
  Objective,
  RuleResult,
  RunReport,
} from './run-report.ts';

/** What each outcome means, for whoever reads only one line. */
export const OUTCOME_MEANING: Readonly<Record<RunReport['outcome'], string>> = {
  pass: 'All that was asked for holds.',
  fail: 'The gateway does not hold what was asked of it.',
  inconclusive: 'This run cannot tell: it is neither a pass nor a fail.',
};

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
  const absent = report.absent ?? [];
  if (absent.length > 0) {
    return `Not conformant to the interface: it does not offer ${absent.map(({ operation }) => operation).join(', ')}.`;
  }
  if (report.conformant) return 'Conformant: no must failed and none is unverified.';
  const musts = report.rules.filter(({ level }) => level === 'must');
  const failed = musts.filter(({ verdict }) => verdict === 'fail').length;
  const unverified = musts.filter(({ verdict }) => verdict === 'could-not-verify').length;
  const accepted = musts.filter(({ verdict }) => verdict === 'note').length;
  const but = accepted === 0 ? '' : `; of ${formatCount(accepted)} more the baseline accepts it`;
  return `Not conformant: of ${formatNumberOf(musts.length, 'must')}, ${formatCount(failed)} failed and ${formatCount(unverified)} could not be verified${but}.`;
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
  for (const { scenario, reason } of load.leftOut ?? []) {
    sentences.push(`Left out of the mix: ${scenario} (${reason}).`);
  }
  return sentences.join(' ');
}

/** How the contract was read: the profile, and the rule set where the report names one. */
export function readingPhrase({ profile, ruleSet }: RunReport): string {
  const name = `profile ${clipLine(profile.name, 100)}`;
  if (ruleSet === undefined) return name;
  const { number, newer } = ruleSet;
  const noted =
    newer.length === 0 ? '' : ` (${formatNumberOf(newer.length, 'newer rule')} only noted)`;
  return `${name}, rule set ${number}${noted}`;
}

/** What the baseline accepts of a rule. */
export function acceptedSentences({ accepted = [] }: RuleResult): string[] {
  return accepted.map(
    ({ operation, reason, expires }) =>
      `accepted by the baseline in ${operation} until ${expires}: ${clipLine(reason, 300)}`,
  );
}

/** In less time a rate per second says more than there was: a trace may be over in 1 ms. */
const SHORTEST_RATE_MS = 1000;

export function arrivalSentence(load: LoadReport): string {
  const { asked, started } = load.arrivalRate;
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
  if (!toldOfArrivals(load.health)) {
    return 'The engine told of no arrivals, as is so with executors of k6 itself: what was asked for is not known.';
  }
  if (load.durationMs < SHORTEST_RATE_MS) {
    const { health } = load;
    return `Asked for ${formatNumberOf(health.asked, 'arrival')} in ${formatDuration(load.durationMs)}, started ${formatCount(health.started)}.`;
  }
  return `Asked for ${formatArrivalRate(asked)} over ${formatDuration(load.durationMs)}, started ${formatArrivalRate(started)}.`;
}

/** Whether there is anything by which the generator can have kept up or not. */
export function toldOfArrivals({ asked }: GeneratorHealth): boolean {
  return asked > 0;
}

/** Whether the generator kept up, and what follows for the figures. */
export function healthSentence(health: GeneratorHealth): string {
  if (health.healthy && !toldOfArrivals(health)) {
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
      `${what} ${what === 'arrivals' ? 'were' : 'was'} ${formatMilliseconds(lateMs)} late (p99, bound ${boundMs}${GAP}ms)`,
  );
  return passed.length > 0
    ? `at worst ${passed.join(' and ')}`
    : `in its worst second arrivals were ${formatMilliseconds(health.latenessP99Ms)} late (p99)`;
}

/** How far an objective was met or missed: `38 ms inside (4.8 % of the bound)`; or why neither. */
export function marginPhrase(objective: Objective): string {
  const margin = marginOf(objective);
  if (margin === undefined) return objective.reason ?? 'not judged';
  const { value, percentOfBound } = margin;
  if (value === 0) return 'on the bound';
  const side = objective.met === true ? 'inside' : 'outside';
  const relative =
    percentOfBound === null
      ? ''
      : ` (${formatRelative(Math.abs(percentOfBound) / 100)} of the bound)`;
  const censored = objective.reason === undefined ? '' : `; ${objective.reason}`;
  return `${formatMeasure(Math.abs(value), objective.unit)} ${side}${relative}${censored}`;
}

/** An objective that was missed, with its margin, in plain characters. */
export function missSentence(objective: Objective): string {
  const { measured, unit } = objective;
  const value = measured === null ? 'nothing' : formatMeasure(measured, unit);
  return `SLO missed: ${objective.objective} (measured ${value}, ${marginPhrase(objective)}).`.replaceAll(
    GAP,
    ' ',
  );
}

/** Why the load was ended early, in plain characters. */
export function abortSentence(abort: NonNullable<LoadReport['abortedBy']>): string {
  const { condition, atMs, windowMs, measured, unit } = abort;
  return `Load ended early after ${formatDuration(atMs)}: ${condition} (measured ${formatMeasure(measured, unit)} over ${formatDuration(windowMs)}).`.replaceAll(
    GAP,
    ' ',
  );
}

/** What the end of the run left without a whole answer, and what to do, in plain characters. */
export function unansweredSentence({ requests, started, waitedMs }: UnansweredRequests): string {
  const share = formatShare(requests / started);
  return `Unanswered when the run ended: ${formatCount(requests)} of ${formatNumberOf(started, 'request')} (${share}), each after ${formatDuration(waitedMs)} or more. Let gracefulStop of the workload be longer, or look why the target does not answer.`.replaceAll(
    GAP,
    ' ',
  );
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
  return unit.startsWith('/') ? `${digits}${unit}` : `${digits}${GAP}${unit}`.trimEnd();
}

function formatRelative(ratio: number): string {
  return ratio > 1 ? `${formatCount(ratio * 100)}${GAP}%` : formatShare(ratio);
}
