import { present } from '../../input/defined.ts';
import { isCustomScenario } from '../../load/scenarios/scenario-files.ts';
import { MOST_UNANSWERED_SHARE, type UnansweredRequests } from '../../measure/unanswered.ts';
import { uncertainSentence, worseSentences } from '../performance/phrases.ts';
import { kneeSentence } from '../phrases/capacity-sentences.ts';
import { firstNames, formatNumberOf } from '../phrases/number-format.ts';
import {
  ALL_PASSED,
  abortSentence,
  exceptionsSentence,
  healthDecides,
  healthSentence,
  missSentence,
  unansweredSentence,
} from '../phrases/sentences.ts';
import { isUnverifiedMust } from '../phrases/verdicts.ts';
import type { CapacityReport } from '../schema/capacity.ts';
import type { GeneratorHealth, LoadReport } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { Objective, RunReport } from '../schema/run-report.ts';
import { causeTally, commonCauses, troubleIn } from './common-causes.ts';
import { overheadDoubts } from './overhead-section.ts';

/** How a run ended. */
export interface RunEnd {
  readonly interrupted: boolean;
  /** A defect of Assay or of the machine, such as a rule that broke or an engine that failed. */
  readonly harnessErrors: readonly string[];
  /** The target was unreachable, or did not respond until the end. */
  readonly targetTrouble?: string;
  /** Why less than the whole run was judged, a sentence each. */
  readonly cutShort?: readonly string[];
  /** The share of exchanges that must be judged under load. */
  readonly judgedShare: number;
}

type Sections = Partial<Pick<RunReport, 'baseline' | 'load' | 'capacity' | 'overhead' | 'against'>>;

/** All that decides the outcome of a run. */
export interface Deciding extends RunEnd, Sections {
  readonly rules: readonly RuleResult[];
  readonly slo: readonly Objective[];
  /** Absent without load. */
  readonly unanswered?: UnansweredRequests;
}

type Outcome = Pick<RunReport, 'outcome' | 'exitCode' | 'reasons'>;

/**
 * The one place that decides, in this order: interrupted; harness error, or a custom scenario that
 * sent nothing; required rule failed, or baseline entry expired; objective missed or load ended
 * early, with a healthy generator and a responsive target; anything that could not be verified or
 * measured; pass.
 */
export function decide(deciding: Deciding): Outcome {
  const { interrupted, harnessErrors, rules, load } = deciding;
  const causes = failing(rules);
  const explained = new Set(causes.flatMap(({ trouble }) => trouble));
  const unexplained = rules.filter((rule) => !explained.has(rule));
  const failed = [
    ...causes.map(({ sentence, trouble }) => `${sentence} ${causeTally(trouble)}.`),
    ...unexplained.filter(({ verdict }) => verdict === 'fail').map(failure),
    ...(deciding.baseline?.expired ?? []),
    ...(deciding.baseline?.strict === true ? deciding.baseline.stale : []),
  ];
  const judgesSlo = load?.health.healthy !== false && deciding.targetTrouble === undefined;
  const missed = judgesSlo ? missedOf(deciding) : [];
  const doubts = doubtsOf(deciding, unexplained.filter(isUnverifiedMust));
  const mistakes = harnessErrors.length > 0 ? harnessErrors : silenceOf(deciding);
  const reasons = [...mistakes, ...failed, ...missed, ...doubts];
  if (interrupted) {
    return { outcome: 'inconclusive', exitCode: 130, reasons: ['Interrupted.', ...reasons] };
  }
  if (mistakes.length > 0) return { outcome: 'inconclusive', exitCode: 3, reasons };
  if (failed.length + missed.length > 0) return { outcome: 'fail', exitCode: 1, reasons };
  if (doubts.length > 0) return { outcome: 'inconclusive', exitCode: 2, reasons };
  const reason = exceptionsSentence(rules) ?? ALL_PASSED;
  return { outcome: 'pass', exitCode: 0, reasons: [reason] };
}

/** A custom scenario whose requests Assay could not see. */
function silenceOf(deciding: Deciding): string[] {
  const { interrupted, targetTrouble, cutShort = [], load, capacity } = deciding;
  const isExcused = interrupted || targetTrouble !== undefined || cutShort.length > 0;
  const steps = capacity?.steps ?? [];
  const isSilent =
    steps.length > 0 && steps.every(({ exchanges, inFlight }) => exchanges === 0 && inFlight === 0);
  const searched = isSilent ? capacity?.scenario : undefined;
  const scenario = load?.exchanges === 0 ? load.scenario : searched;
  if (isExcused || scenario === undefined || !isCustomScenario(scenario)) return [];
  return [
    `Nothing was measured: ${scenario} sent no request through k6/x/gateway, and Assay does not see requests of k6/http. Use "send" of assay/scenarios/lib/gateway.ts.`,
  ];
}

/** Causes by which several rules failed, which stand for these rules. A single rule is named itself. */
function failing(rules: readonly RuleResult[]) {
  return commonCauses(rules)
    .map((cause) => ({ sentence: cause.sentence, trouble: troubleIn(cause, rules) }))
    .filter(
      ({ trouble }) => trouble.length > 1 && trouble.some(({ verdict }) => verdict === 'fail'),
    );
}

/** Names what is new: where the baseline accepts findings, the rule did not fail. */
function failure({ id, provenance, conformance, load, accepted }: RuleResult): string {
  const isNew = (operation: string) => accepted?.operations?.includes(operation) !== true;
  const parts = [
    { name: 'conformance', judged: conformance },
    { name: 'load', judged: load },
  ].flatMap(({ name, judged }) => {
    if (judged === undefined || judged.findings === 0) return [];
    const operations = Object.keys(judged.operations ?? {});
    const fresh = operations.filter(isNew);
    return operations.length > 0 && fresh.length === 0 ? [] : [{ name, fresh }];
  });
  const operations = [...new Set(parts.flatMap(({ fresh }) => fresh))];
  const where = operations.length === 0 ? '' : ` in ${operations.join(', ')}`;
  const seen = parts.map(({ name }) => name).join(' and ');
  return `Required rule failed: ${id}${where} (${provenance} rule${seen === '' ? '' : `, seen in ${seen}`}).`;
}

/** What ended the load early stands first, because the rest follows from it. */
function missedOf({ load, slo, against }: Deciding): string[] {
  return present([
    load?.abortedBy !== undefined && abortSentence(load.abortedBy),
    ...slo.filter(({ met }) => met === false).map(missSentence),
    ...(against?.performance ? worseSentences(against.performance, 0, 'the baseline') : []),
  ]);
}

function doubtsOf(deciding: Deciding, unverified: readonly RuleResult[]): string[] {
  const { targetTrouble, load, slo, against } = deciding;
  return present([
    targetTrouble !== undefined && targetTrouble,
    ...(deciding.cutShort ?? []),
    ...unverifiedReasons(unverified),
    ...(load === undefined ? [] : loadDoubts(load, deciding)),
    ...unansweredDoubts(deciding),
    ...(deciding.capacity === undefined ? [] : capacityDoubts(deciding.capacity, slo)),
    ...(deciding.overhead === undefined ? [] : overheadDoubts(deciding.overhead)),
    ...(against?.performance?.words[0] === 'cannot-tell'
      ? [uncertainSentence(against.performance, 0, 'the baseline')]
      : []),
    ...slo
      .filter(({ met }) => met === null)
      .map(
        ({ objective, reason }) =>
          `Objective could not be judged: ${objective} (${reason ?? 'nothing was measured'}).`,
      ),
  ]);
}

/** Rules that an outcome names of those with one reason. */
const NAMED_RULES = 5;

/** One sentence for each reason. */
function unverifiedReasons(unverified: readonly RuleResult[]): string[] {
  const byReason = Map.groupBy(unverified, ({ reason = 'no evidence' }) => reason);
  return [...byReason].map(([reason, rules]) => {
    const [first] = rules;
    if (rules.length === 1 && first !== undefined) {
      return `Required rule could not be verified: ${first.id} (${reason}).`;
    }
    const ids = rules.map(({ id }) => id);
    return `${formatNumberOf(rules.length, 'required rule')} could not be verified for one reason: ${reason} (${firstNames(ids, NAMED_RULES)}).`;
  });
}

/** Requests cut off by an early end are not a separate reason. */
function unansweredDoubts(deciding: Deciding): string[] {
  const { unanswered, interrupted, harnessErrors, targetTrouble, cutShort = [], load } = deciding;
  const hasEnded =
    !interrupted &&
    harnessErrors.length === 0 &&
    targetTrouble === undefined &&
    cutShort.length === 0 &&
    load?.abortedBy === undefined;
  if (!hasEnded || unanswered === undefined) return [];
  const isMuch = unanswered.requests > MOST_UNANSWERED_SHARE * unanswered.started;
  return isMuch ? [unansweredSentence(unanswered)] : [];
}

/** An unknown knee is a reason, unless every objective of the search was judged. */
function capacityDoubts(capacity: CapacityReport, slo: readonly Objective[]): string[] {
  const { knee, reason } = capacity;
  const isAnswered = slo.length > 0 && slo.every(({ met }) => met !== null);
  if (isAnswered) return [];
  if (knee === null) return [`The maximum sustainable rate was not found. ${reason}`];
  return knee.tooWide === true ? [kneeSentence(capacity)] : [];
}

function loadDoubts(
  load: LoadReport,
  { harnessErrors, judgedShare, targetTrouble, slo }: Deciding,
): string[] {
  const { sent = 0, matched = 0 } = load.relays ?? {};
  const doubts: string[] =
    sent > 0 && matched === 0
      ? [
          `Both ends were not compared: none of ${formatNumberOf(sent, 'request')} was found upstream.`,
        ]
      : [];
  // An engine that failed to start asks for other help.
  const isExplained = harnessErrors.length > 0 || isCustomScenario(load.scenario);
  if (load.exchanges === 0 && !isExplained) {
    doubts.push(
      load.health.watched === true
        ? 'Nothing was measured: no request passed through. Set the base address of the client to that of "assay watch".'
        : 'Nothing was measured: no request was started. Raise the arrival rate or the duration.',
    );
  }
  const health: GeneratorHealth = load.health;
  if (!health.healthy && healthDecides(load, slo)) {
    doubts.push(
      health.watched === true
        ? healthSentence(health)
        : `The load generator could not keep up: ${health.reason ?? 'no reason given'}`,
    );
  }
  const isExcused = !health.healthy || targetTrouble !== undefined;
  if (isExcused && load.abortedBy !== undefined) doubts.push(abortSentence(load.abortedBy));
  if (load.judgedShare < judgedShare) {
    doubts.push(
      `Only ${(load.judgedShare * 100).toFixed(2)} % of the requests were checked against the rules; at least ${judgedShare * 100} % must be.`,
    );
  }
  return doubts;
}
