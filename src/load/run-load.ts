import type { RuleJudge } from '../conformance/judge.ts';
import type { Means } from '../conformance/prerequisites.ts';
import type { Reading } from '../conformance/reading.ts';
import type { Rule } from '../conformance/rule.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type ArrivalTotals, type GeneratorHealth, healthOf } from '../measure/generator-health.ts';
import { LoadMeasure } from '../measure/load-measure.ts';
import type { Objective } from '../measure/objective.ts';
import { EngineFailure } from './engine-failure.ts';
import { FindingMetrics } from './finding-metrics.ts';
import { Groups } from './groups.ts';
import { KeyLedger } from './ledger.ts';
import { LoadJudge } from './load-judge.ts';
import type { LoadObserver } from './load-observer.ts';
import { type EngineResult, type EngineRun, runEngine } from './run-engine.ts';
import { SettledKeys } from './settled-keys.ts';
import type { RunKeys, Tap } from './tap.ts';
import type { Health } from './tap-frame.ts';
import type { Workload } from './workload.ts';

export interface LoadRun {
  readonly binary: string;
  readonly workload: Workload;
  /** Base address of the target. */
  readonly address: string;
  readonly keys: RunKeys;
  readonly rules: readonly Rule[];
  readonly reading: Reading;
  readonly means: Means;
  readonly objectives: readonly Objective[];
  readonly redact: (exchange: Exchange) => Exchange;
  readonly signal: AbortSignal;
  /** Outputs of k6's own that are fed as well, as k6 takes them after `--out`. */
  readonly k6Outputs?: readonly string[];
  /** Told once a second. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

export interface LoadProgress extends Health {
  readonly exchanges: number;
  readonly errors: number;
  readonly findings: number;
}

export interface LoadResult {
  /** What went wrong with the engine, the scenario or a rule of ours, a sentence each. */
  readonly failures: readonly string[];
  readonly measure: LoadMeasure;
  readonly judges: readonly RuleJudge[];
  readonly health: GeneratorHealth;
  /** All that the engine sent, also what was lost on the way. */
  readonly exchanges: number;
  readonly judgedExchanges: number;
  readonly groups: { readonly judged: number; readonly notJudged: number };
  readonly dropped: { readonly bodies: number; readonly timings: number };
  readonly seconds: readonly Health[];
  readonly durationMs: number;
}

/**
 * Runs a workload; every exchange is timed, and judged by the rules that ordinary traffic settles.
 * An engine that fails half-way leaves what came until then.
 * @throws BundleFailure, UsageError
 */
export async function runLoad(run: LoadRun): Promise<LoadResult> {
  const { reading, means, workload } = run;
  const measure = new LoadMeasure(run.objectives, reading.expect.inFlightStatus);
  const judge = new LoadJudge(run.rules, reading, means);
  const { ledgerPath } = reading.expect;
  const ledger = ledgerPath === null ? undefined : new KeyLedger(`${run.address}${ledgerPath}`);
  const settled = new SettledKeys(ledger, (series) => judge.group('key', series));
  const groups = new Groups((kind, series) => {
    if (kind === 'key') settled.add(series);
    else judge.group(kind, series);
  });
  const seconds: Health[] = [];
  const metrics = new FindingMetrics();
  let tap: Pick<Tap, 'violations'> | undefined;
  let received = 0;
  const observer: LoadObserver = {
    exchange(exchange) {
      received += 1;
      measure.add(exchange);
      groups.add(exchange);
      judge.exchange(exchange);
    },
    groupEnd: (groupEnd) => groups.end(groupEnd),
    health(health) {
      seconds.push(health);
      if (tap !== undefined) metrics.tell(judge.judges, tap);
      run.onProgress?.({
        ...health,
        exchanges: judge.exchanges,
        errors: measure.errors,
        findings: judge.findings,
      });
    },
  };
  const { engine, failures } = await drive({
    ...run,
    expect: reading.expect,
    observer,
    extraArgs: (run.k6Outputs ?? []).flatMap((output) => ['--out', output]),
    onEngine: (engineTap) => {
      tap = engineTap;
    },
  });
  groups.finish();
  await settled.finish();
  const last = seconds.at(-1);
  const end = engine?.end;
  judge.finish();
  return {
    failures: [...failures, ...judge.failures],
    measure,
    judges: judge.judges,
    health: healthOf(seconds, end ?? lastKnown(last)),
    exchanges: end?.exchanges ?? received,
    judgedExchanges: judge.exchanges,
    groups: groups.counts(),
    dropped: {
      bodies: end?.droppedBodies ?? 0,
      timings: (end?.droppedTimings ?? 0) + (engine?.lost ?? 0),
    },
    seconds,
    durationMs: Math.min(end?.endMs ?? last?.atMs ?? 0, workload.durationMs),
  };
}

/** The engine's run, or why it failed. */
async function drive(run: EngineRun): Promise<{ engine?: EngineResult; failures: string[] }> {
  try {
    const engine = await runEngine(run);
    const { count, first } = engine.scriptErrors;
    const failures = count === 0 ? [] : [`The scenario threw ${count} times: ${first[0]}`];
    return { engine, failures };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return { failures: [error.message] };
  }
}

/** Arrivals as of the last second that the engine told of. */
function lastKnown(last: Health | undefined): ArrivalTotals {
  const { asked = 0, started = 0 } = last ?? {};
  return { asked, started, notStarted: 0, interrupted: 0 };
}
