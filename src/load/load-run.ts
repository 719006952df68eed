import { absentOperations } from '../conformance/run/absent-operations.ts';
import type { TargetAddress } from '../conformance/sending/liveness.ts';
import { defined } from '../input/defined.ts';
import type { Upstream } from '../target/upstream/upstream.ts';
import type { EnginesRun } from './engine/run-engines.ts';
import type { Segment } from './engine/segments.ts';
import type { LoadCriteria } from './judging/load-collector.ts';
import type { AbortOn } from './judging/load-monitor.ts';
import type { LoadProgress } from './load-result.ts';
import { accessFor, type RunKeys } from './tap/tap.ts';

/** When the rules judge: during the load, from a recording after it, or never. */
export type Judging = 'live' | 'after' | 'none';

export interface LoadRun extends LoadCriteria {
  readonly binary: string;
  /** Base address of the target. */
  readonly address: string;
  readonly keys: RunKeys;
  /** The provider behind the target; absent where that is not Assay. */
  readonly upstream?: Upstream;
  readonly signal: AbortSignal;
  /** `live` by default. */
  readonly judging?: Judging;
  /** Whether the user may choose `after` in place of `live`; see `healthOf`. */
  readonly canJudgeLater?: boolean;
  /**
   * Whether judging may fall behind a load that needs all cores: what is not judged yet waits on disk. By
   * default nothing waits for longer than the memory of the engine allows.
   */
  readonly mayFallBehind?: boolean;
  /** A file that records the run. Each of several engines has its own: see `segmentPath`. */
  readonly recording?: string;
  /** Description of the run in its recording, which is all that judging it needs. */
  readonly about?: unknown;
  /** Engines that share the load on this machine; one by default. */
  readonly engines?: number;
  /** Threads that help to judge after the load; by default, the cores decide. */
  readonly judgeWorkers?: number;
  /** How often the engines send exchanges, in ms; each at once by default. */
  readonly reportEveryMs?: number;
  /** Outputs of k6 that receive the metrics, in the form of its `--out`. */
  readonly k6Outputs?: readonly string[];
  /**
   * Why the target ended, where that can be known: the load then ends early, once its recording shows it
   * too.
   */
  readonly targetEnded?: () => Promise<string | undefined>;
  /** Ends the load early; has no effect when it is judged after, since no exchange is seen. */
  readonly abortOn?: AbortOn;
  /** Receives problems that k6 reports, such as an output whose receiver is unreachable. */
  readonly onComplaint?: (sentence: string) => void;
  /** Called once a second. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Receives the judged share of the recordings, when they are judged after the load. */
  readonly onJudged?: (share: number) => void;
}

/** The target of a load, for requests beside it. */
export function targetOf({ address, keys }: Pick<LoadRun, 'address' | 'keys'>): TargetAddress {
  const { first: key, access } = keys;
  return { address, key, access: access && { secrets: {}, ...access } };
}

/** What the engines of a run receive. */
export function engineOptions(
  run: LoadRun,
  parts: readonly Segment[],
): Omit<EnginesRun, 'observerOf'> {
  const { binary, workload, address, keys, signal, recording, about, onComplaint } = run;
  const { reportEveryMs } = run;
  return {
    binary,
    workload,
    address,
    keys: { ...keys, ...(keys.access && { access: accessFor(keys.access, workload) }) },
    signal,
    parts,
    // With both ends every text is compared, and an echoing model may not use the upstream.
    expect: run.upstream ? { ...run.profile.expect, echoModel: null } : run.profile.expect,
    absent: absentOperations(run.profile),
    extraArgs: (run.k6Outputs ?? []).flatMap((output) => ['--out', output]),
    ...defined({ recording, about, onComplaint, reportEveryMs }),
  };
}
