import { isBillable, isOperation } from '../../contract/operations.ts';
import { present } from '../../input/defined.ts';
import type { CapacityReport } from '../schema/capacity.ts';
import type { LoadReport } from '../schema/load.ts';
import type { OverheadReport } from '../schema/overhead.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { Objective, RunReport } from '../schema/run-report.ts';
import { kneeInterval } from './capacity-sentences.ts';
import {
  formatAdded,
  formatArrivalRate,
  formatCount,
  formatDigits,
  formatDuration,
  formatMeasuredRate,
  formatMilliseconds,
  formatNumberOf,
  formatRate,
  formatRequestRate,
  formatShare,
} from './number-format.ts';
import { isOnlyMax, loadedOperations } from './operation-figures.ts';
import { stepName } from './overhead-sentences.ts';
import { formatMeasure } from './sentences.ts';
import { isUnverifiedMust, requiredRules } from './verdicts.ts';

/** One figure of the first screen of a report. */
export interface HeadlineFigure {
  readonly name: string;
  readonly value: string;
  /** What the value is compared with, or how it is made up. */
  readonly note?: string;
  readonly tone?: 'pass' | 'fail' | 'could-not-verify';
  /** The page shows it as its answer, and not once more. */
  readonly isAnswer?: true;
  /** Drawn as a bar with its limit. */
  readonly objective?: Objective;
}

/** The figures that answer the question of the command. */
export function headlineFigures(report: RunReport): HeadlineFigure[] {
  const { load, capacity, overhead, rules, conformant } = report;
  return [
    ...(capacity === undefined ? [] : capacityFigures(capacity)),
    ...(overhead === undefined ? [] : overheadFigures(overhead)),
    ...(conformant === null ? [] : conformanceFigures(rules)),
    ...(load === undefined ? [] : loadFigures(load, report)),
  ];
}

function conformanceFigures(rules: readonly RuleResult[]): HeadlineFigure[] {
  const required = requiredRules(rules);
  const failed = required.filter(({ verdict }) => verdict === 'fail').length;
  const open = required.filter(isUnverifiedMust).length;
  const warned = rules.filter(({ verdict }) => verdict === 'warn').length;
  const passed = required.filter(({ verdict }) => verdict === 'pass').length;
  const tone = failed > 0 ? 'fail' : open > 0 ? 'could-not-verify' : 'pass';
  const value = failed > 0 ? `${formatCount(failed)} failed` : `${formatCount(passed)} passed`;
  return present([
    {
      name: 'Required rules',
      value,
      note: `${formatCount(required.length)} in all${open > 0 ? `, ${formatCount(open)} could not be verified` : ''}`,
      tone,
    },
    warned !== 0 && { name: 'Recommended rules', value: formatNumberOf(warned, 'warning') },
  ]);
}

function loadFigures(load: LoadReport, { slo, conformant }: RunReport): HeadlineFigure[] {
  const latencies = latencyFigures(slo);
  const goodput = goodputOf(load, slo);
  const { violations } = load;
  const findings = violations.reduce((sum, { count }) => sum + count, 0);
  const rules = new Set(violations.map(({ rule }) => rule)).size;
  return present([
    rateFigure(load),
    errorFigure(load, slo),
    ...(latencies.length > 0 ? latencies : present([busiestLatency(load)])),
    goodput !== undefined && {
      name: 'Goodput',
      value: formatArrivalRate(goodput),
      note: 'responses that met every objective',
    },
    conformant === null &&
      findings > 0 && {
        name: 'Findings',
        value: formatCount(findings),
        note: `against ${formatNumberOf(rules, 'rule')}`,
      },
  ]);
}

/** Only where it is not that of all completed responses. */
function goodputOf(load: LoadReport, slo: readonly Objective[]): number | undefined {
  const goodput = slo.length === 0 ? undefined : totalOf(load, 'goodput');
  const completed = totalOf(load, 'throughput') ?? 0;
  return goodput !== undefined && goodput < completed * 0.995 ? goodput : undefined;
}

/** The rate of all operations together; undefined where one of them is unknown, or there is none. */
function totalOf({ operations }: LoadReport, rate: 'throughput' | 'goodput'): number | undefined {
  const rates = Object.values(operations).map((figures) => figures[rate]);
  if (rates.length === 0) return undefined;
  return rates.reduce(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0,
  );
}

function rateFigure(load: LoadReport): HeadlineFigure {
  const { arrivalRate, model, health, operations, durationMs } = load;
  const { offered, started } = arrivalRate;
  const completed = Object.keys(operations).length === 0 ? 0 : totalOf(load, 'throughput');
  const rate = completed === undefined ? '–' : formatRate(completed);
  if (health.watched === true || model === 'closed' || started === undefined) {
    const closed = model === 'closed' && 'closed model: users wait for responses';
    const note = health.watched === true ? 'requests of clients' : closed;
    return { name: 'Completed', value: rate, ...(note !== false && { note }) };
  }
  const polls = 'video-read' in operations ? ', polls included' : '';
  return {
    name: 'Load',
    value: formatMeasuredRate(started),
    note: `target ${formatRequestRate(offered)} for ${formatDuration(durationMs)}; completed ${rate}${polls}`,
  };
}

function errorFigure(
  { operations, exchanges }: LoadReport,
  slo: readonly Objective[],
): HeadlineFigure {
  const all = Object.values(operations);
  const failures = all.flatMap(({ errors }) => Object.values(errors));
  const failed = failures.reduce((sum, count) => sum + count, 0);
  const throttled = all.reduce((sum, each) => sum + each.throttled, 0);
  const objective = slo.find((each) => /^(all )?errors /.test(each.objective));
  return {
    name: 'Errors',
    value: formatShare(exchanges === 0 ? 0 : failed / exchanges),
    note: `${formatCount(failed)} of ${formatNumberOf(exchanges, 'request')}${throttled > 0 ? `, ${formatCount(throttled)} with status 429` : ''}`,
    ...(failed > 0 && { tone: objective?.met === true ? 'pass' : 'fail' }),
    ...(objective !== undefined && { objective }),
  };
}

/** More tiles than this no longer fit in a row. */
const LATENCIES = 2;

/** The latency objectives nearest to their limits, or beyond them. */
function latencyFigures(slo: readonly Objective[]): HeadlineFigure[] {
  const useOf = ({ measured, limit }: Objective) => (limit === 0 ? 0 : (measured ?? 0) / limit);
  return slo
    .filter(({ unit, measured }) => unit === 'ms' && measured !== null)
    .toSorted((one, other) => useOf(other) - useOf(one))
    .slice(0, LATENCIES)
    .map((objective) => {
      const { met, measured, limit, unit } = objective;
      return {
        // `chat ttft p95` of `chat ttft p95 < 800ms`.
        name: objective.objective.replace(/\s*[<>].*$/, ''),
        value: formatMilliseconds(measured ?? 0),
        note: `limit ${formatMeasure(limit, unit)}`,
        tone: TONES[`${met}`],
        objective,
      };
    });
}

/** Without a latency objective: what most requests had to wait for. */
function busiestLatency(load: LoadReport): HeadlineFigure | undefined {
  const operations = loadedOperations(load);
  // Reads of video jobs are many, but no user waits for a single one.
  const used = operations.filter(([operation]) => isOperation(operation) && isBillable(operation));
  const [busiest] = (used.length > 0 ? used : operations).toSorted(
    ([, a], [, b]) => b.exchanges - a.exchanges,
  );
  if (busiest === undefined) return undefined;
  const [operation, { ttftFromIntendedMs, ttftMs, e2eFromIntendedMs, e2eMs }] = busiest;
  const isStreamed = ttftMs !== undefined;
  const scheduled = isStreamed ? ttftFromIntendedMs : e2eFromIntendedMs;
  const percentiles = scheduled ?? (isStreamed ? ttftMs : e2eMs);
  if (percentiles?.count === undefined || isOnlyMax('p95', percentiles)) return undefined;
  const from = scheduled === undefined ? 'the send' : 'the scheduled start';
  return {
    name: `${operation} ${isStreamed ? 'TTFT' : 'request latency'} p95`,
    value: formatMilliseconds(percentiles.p95),
    note: `${formatNumberOf(percentiles.count, 'response')}, from ${from}`,
  };
}

const TONES = { true: 'pass', false: 'fail', null: 'could-not-verify' } as const;

function capacityFigures({ knee, limitedBy, plan, saturated }: CapacityReport): HeadlineFigure[] {
  return present([
    kneeFigure(knee),
    {
      name: 'Limited by',
      value: LIMITS[limitedBy],
      ...(limitedBy !== 'gateway' && { tone: 'could-not-verify' as const }),
    },
    plan !== undefined && {
      name: 'Plan',
      value: formatNumberOf(plan.gateways, 'instance'),
      note: `for ${formatRequestRate(plan.arrivalRate)} with ${formatShare(plan.headroom)} headroom`,
    },
    saturated !== undefined && {
      name: 'Overloaded',
      value: formatMeasuredRate(saturated.throughput),
      note: `completed at ${formatRequestRate(saturated.arrivalRate)}`,
    },
  ]);
}

/** What the gateway adds at each load: the median, with p90 beside it. */
function overheadFigures({ steps }: OverheadReport): HeadlineFigure[] {
  return steps.map((step) => {
    const { name, p50, p90, interval } = addedTime(step);
    const at = `${name}, ${stepName(step)}`;
    if (p50 === null) return { name: at, value: 'unknown', tone: 'could-not-verify' };
    const ci =
      interval && `95 % CI ${formatDigits(interval.low)} to ${formatDigits(interval.high)}`;
    const notes = present(['p50', ci, p90 !== null && `p90 ${formatAdded(p90)}`]);
    return { name: at, value: formatAdded(p50), note: notes.join('; ') };
  });
}

/** `TTFT +1.1 ms p50, +8.3 ms p90 at 20/s`: at the highest rate at which the gateway kept up. */
export function addedPhrase({ steps }: OverheadReport): string | undefined {
  const step = steps.findLast(({ outcome }) => outcome === 'measured') ?? steps[0];
  if (step === undefined) return undefined;
  const { name, p50, p90 } = addedTime(step);
  if (p50 === null) return undefined;
  const tail = p90 === null ? '' : `, ${formatAdded(p90)} p90`;
  const where = step.arrivalRate === undefined ? 'with' : 'at';
  return `${name} ${formatAdded(p50)} p50${tail} ${where} ${stepName(step)}`;
}

/** That of TTFT; that of bodies where no stream was measured. */
function addedTime({ rows }: OverheadReport['steps'][number]) {
  const ofStreams = rows.some(({ mode, metric }) => mode === 'stream' && metric === 'ttft');
  const [name, mode, metric] = ofStreams
    ? (['TTFT', 'stream', 'ttft'] as const)
    : (['request latency', 'body', 'e2e'] as const);
  const changeOf = (statistic: string) =>
    rows.find((row) => row.mode === mode && row.metric === metric && row.statistic === statistic)
      ?.changes[0];
  const { delta: p50 = null, interval = null } = changeOf('p50') ?? {};
  return { name, p50, interval, p90: changeOf('p90')?.delta ?? null };
}

function kneeFigure(knee: CapacityReport['knee']): HeadlineFigure {
  const name = 'Maximum sustainable rate (knee)';
  if (knee === null) return { name, value: 'unknown', tone: 'could-not-verify' };
  return {
    name,
    isAnswer: true,
    value: formatMeasuredRate(knee.arrivalRate),
    note: kneeInterval(knee),
    tone: knee.tooWide === true ? 'could-not-verify' : 'pass',
  };
}

const LIMITS: Readonly<Record<CapacityReport['limitedBy'], string>> = {
  gateway: 'the gateway',
  generator: 'the load generator',
  range: 'the rates tried',
  time: 'the time limit',
  'cut-short': 'the end of the run',
};
