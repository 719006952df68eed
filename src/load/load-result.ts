import type { RuleJudge } from '../conformance/judge.ts';
import type { Abort } from '../measure/abort-watch.ts';
import type { GeneratorHealth } from '../measure/generator-health.ts';
import type { LoadMeasure } from '../measure/load-measure.ts';
import type { RecentLoad } from './judging/load-monitor.ts';
import type { RelayCounts } from './judging/relays.ts';
import type { TargetLoss } from './judging/target-liveness.ts';
import type { ExcludedScenario } from './scenarios/supported-mix.ts';
import type { Health, Opened } from './tap/tap-frame.ts';
import type { Workload } from './workload/workload.ts';

/** State of a load run, once a second. */
export interface LoadProgress extends Health, RecentLoad {
  readonly exchanges: number;
  readonly errors: number;
  readonly findings: number;
  /** From the second that these figures show until now: the time by which judging is behind the load. */
  readonly behindMs: number;
}

/** Result of a load run, live or from recordings. */
export interface LoadResult {
  /** As it was sent. */
  readonly workload: Workload;
  /** Failures of an engine, the scenario or a rule, a sentence each. */
  readonly failures: readonly string[];
  readonly measure: LoadMeasure;
  readonly judges: readonly RuleJudge[];
  readonly health: GeneratorHealth;
  /** All that the engines sent, including those lost on the way. */
  readonly exchanges: number;
  readonly judgedExchanges: number;
  readonly groups: { readonly judged: number; readonly notJudged: number };
  readonly dropped: { readonly bodies: number; readonly timings: number };
  /** By the address that they went to; none where that is unknown. */
  readonly connections: readonly Opened[];
  /** Answers that exceed a limit, by the limit: they were not judged. */
  readonly cutAnswers: ReadonlyMap<string, number>;
  /** Broke off, and nothing sent later was answered: not judged. */
  readonly brokenOff: { readonly exchanges: number; readonly groups: number };
  /** Both ends; absent where Assay was not the provider of the target. */
  readonly relays?: RelayCounts;
  /** The target is gone or unresponsive. */
  readonly targetLoss?: TargetLoss;
  /** Wall clock at the origin of the run; absent when no engine reported it. */
  readonly originUnixMs?: number;
  readonly seconds: readonly Health[];
  /** The time during which requests were scheduled. */
  readonly durationMs: number;
  /** Time at which the engines had finished the last requests, since the origin. */
  readonly endMs: number;
  /** Absent when the load was not ended early. */
  readonly abort?: Abort;
  /** The load ended early because Assay read nothing from an engine for too long. */
  readonly isUnread?: boolean;
}

/** The load of a report: its result, and what is missing from it. */
export interface ReportedLoad extends LoadResult {
  /** Scenarios that were not sent, or only in part, because the target has no such operation. */
  readonly excluded: readonly ExcludedScenario[];
  /** Other engines sent more: what is missing lowers no rate. */
  readonly isPart?: boolean;
  /** The requests of clients, which Assay passed on: it sent none itself. */
  readonly isWatched?: boolean;
  /** A recording is damaged, or its engine was killed: no objective is missed by what is left. */
  readonly isCut?: boolean;
}
