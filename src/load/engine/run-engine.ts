import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Expectations } from '../../conformance/expectations.ts';
import type { Operation } from '../../contract/operations.ts';
import { defined } from '../../input/defined.ts';
import { engineScript } from '../scenarios/bundle.ts';
import { bundledScenarios } from '../scenarios/scenario-files.ts';
import { scenarioName, scenarioSettings } from '../scenarios/settings.ts';
import { type RunKeys, Tap, type TapReceipt } from '../tap/tap.ts';
import type { End, FrameObserver, Hello } from '../tap/tap-frame.ts';
import type { Workload } from '../workload/workload.ts';
import type { EngineLog, LoggedErrors } from './log.ts';
import { type EngineExit, EngineProcess } from './process.ts';

/** After a stop, what is in flight gets the graceful stop, but no more than this. */
const LONGEST_STOP_MS = 5000;
/** What the engine may take to notice it. */
const REACTION_MS = 1000;
/** From SIGINT to SIGKILL. */
const INTERRUPT_MS = 3000;
/** What an engine may take longer than that to send what was not read before. */
const UNREAD_MS = 60_000;
const CHECK_EVERY_MS = 1000;
/** An engine that sends less in a second has nothing left but the health of its run. */
const LEAST_UNREAD_BYTES = 16 * 1024;
/**
 * From the end of the tap to that of the engine: its other outputs are flushed one by one
 * meanwhile, and that of OpenTelemetry gives up after 30 s.
 */
const CLOSING_MS = 60_000;
/** An engine reports its health once a second: one that is silent for this time is frozen. */
const SILENT_SECONDS = 30;
/**
 * Exit codes of k6 that do not mean a failure of the engine: success, a threshold, a signal, `test.abort`,
 * marked as failed.
 */
export const ENDED: ReadonlySet<number> = new Set([0, 99, 105, 108, 110]);

export interface EngineRun {
  readonly binary: string;
  readonly workload: Workload;
  /** Base address of the target. */
  readonly address: string;
  readonly expect: Expectations;
  /** Operations that the target does not support; none by default. */
  readonly absent?: readonly Operation[];
  readonly keys: RunKeys;
  readonly observer: FrameObserver;
  /** Stops the run: nothing more starts, and requests in flight are cut after a grace period. */
  readonly signal?: AbortSignal;
  /** A file that receives all frames, too: see `Recording`. */
  readonly recording?: string;
  /** The description of the run in the recording; JSON. */
  readonly about?: unknown;
  /** Exchanges go to the recording only: the observer gets the health of the engine. */
  readonly spools?: boolean;
  /**
   * What this process has not read yet waits in a file, so that it may take its time; by default in the
   * limited memory of the engine.
   */
  readonly spoolsUnread?: boolean;
  /** An engine that is silent for this time is killed; 30 by default. */
  readonly silentSeconds?: number;
  /** How long the engine waits for this process to read before it ends the load; 30 by default. */
  readonly patienceSeconds?: number;
  /** How often the engine sends exchanges, in ms: this process then wakes up once for many. Each at once by default. */
  readonly reportEveryMs?: number;
  /** Eight hex digits that the engines of a run share; fresh ones by default. */
  readonly runId?: string;
  /** Gets the tap, which lets the engine count violations in its metrics, before it starts. */
  readonly onEngine?: (engine: Pick<Tap, 'violations'>) => void;
  /** Further arguments of `k6 run`, such as `--out json=samples.json`. */
  readonly extraArgs?: readonly string[];
}

export interface EngineResult {
  /** Absent when the run was stopped before it began. */
  readonly hello?: Hello;
  /** Totals; absent when the engine was killed before it could send them. */
  readonly end?: End;
  /** Exchanges whose frame was received. */
  readonly exchanges: number;
  /** Exchanges without a frame that no `dropped` frame counted; absent with `end`. */
  readonly lost?: number;
  /** The signal cut the run short. */
  readonly interrupted: boolean;
  /** Exceptions of the scenario: k6 itself exits with 0 all the same. */
  readonly scriptErrors: LoggedErrors;
  /** Thresholds in the scenario that were crossed. */
  readonly crossed: LoggedErrors;
  /** Errors of k6 beside the load, such as an output whose receiver is missing. */
  readonly complaints: readonly string[];
}

/**
 * Runs a workload in the load engine and hands what it sends to the observer, until it ends.
 * @throws EngineFailure, SetupError, UsageError, and whatever the observer throws
 */
export async function runEngine(run: EngineRun): Promise<EngineResult> {
  const { workload, address, expect, absent = [], keys, observer } = run;
  const script = await engineScript(workload.scenario);
  const name = scenarioName(workload.scenario);
  const fresh = scenarioSettings({ name, address, workload, expect, absent });
  const settings = { ...fresh, run: run.runId ?? fresh.run };
  const tap = await Tap.open({ keys, observer });
  try {
    run.onEngine?.(tap);
    const engine = new EngineProcess({
      binary: run.binary,
      script,
      home: tap.folder,
      env: {
        ASSAY_TAP: tap.path,
        ASSAY_RUN_ID: settings.run,
        ASSAY_SCENARIO: JSON.stringify(settings),
        ...(run.recording !== undefined && { ASSAY_RECORD: resolve(run.recording) }),
        ...(run.about !== undefined && { ASSAY_ABOUT: JSON.stringify(run.about) }),
        ...(run.patienceSeconds !== undefined && {
          ASSAY_TAP_PATIENCE: `${run.patienceSeconds}s`,
        }),
        ...(run.reportEveryMs !== undefined && { ASSAY_TAP_EVERY: `${run.reportEveryMs}ms` }),
        ...(run.spoolsUnread === true && { ASSAY_TAP_SPOOL: tmpdir() }),
        ...(run.spools === true && { ASSAY_TAP_EXCHANGES: 'off' }),
      },
      extraArgs: [...thresholdArgs(workload.scenario), ...(run.extraArgs ?? [])],
    });
    return await follow(engine, tap, run);
  } finally {
    await tap.close();
  }
}

/**
 * For thresholds k6 keeps every value of every metric, some 400 bytes a stream: memory that grows
 * with the run. Bundled scenarios have no thresholds; custom ones may.
 */
function thresholdArgs(scenario: string): readonly string[] {
  return bundledScenarios().some(({ name }) => name === scenario) ? ['--no-thresholds'] : [];
}

async function follow(engine: EngineProcess, tap: Tap, run: EngineRun): Promise<EngineResult> {
  const { signal, workload, silentSeconds = SILENT_SECONDS } = run;
  let frozen: string | undefined;
  const timers: NodeJS.Timeout[] = [];
  const killAfter = (ms: number, how: 'SIGINT' | 'SIGKILL') => {
    timers.push(setTimeout(() => engine.kill(how), ms));
  };
  const stop = () => {
    tap.stop();
    const graceMs = Math.min(workload.gracefulStopMs, LONGEST_STOP_MS) + REACTION_MS;
    killAfter(graceMs, 'SIGINT');
    timers.push(setTimeout(() => killOnceRead(), graceMs + INTERRUPT_MS - CHECK_EVERY_MS));
  };
  const killOnceRead = (): void => {
    const lastMs = performance.now() + UNREAD_MS;
    let heardBytes = tap.heardBytes;
    const check = setInterval(() => {
      const isSending = tap.heardBytes - heardBytes >= LEAST_UNREAD_BYTES;
      heardBytes = tap.heardBytes;
      if (!isSending || performance.now() > lastMs) engine.kill('SIGKILL');
    }, CHECK_EVERY_MS);
    timers.push(check);
  };
  const endWatch = watchHeartbeat(tap, silentSeconds, () => {
    frozen = `it froze (it sent nothing for ${silentSeconds} s) and was killed`;
    engine.kill('SIGKILL');
  });
  tap.receipt.finally(endWatch).then(
    () => killAfter(CLOSING_MS, 'SIGKILL'),
    // An observer that throws ends the run at once.
    () => engine.kill('SIGKILL'),
  );
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (signal?.aborted === true) stop();
    const exit = await engine.exit.catch((cause: unknown) => {
      throw new EngineFailure(`it cannot be started, ${String(cause)}`, { cause });
    });
    tap.engineGone();
    if (frozen !== undefined) throw new EngineFailure(frozen);
    return resultOf(exit, await tap.receipt, engine.log, signal?.aborted === true);
  } finally {
    endWatch();
    signal?.removeEventListener('abort', stop);
    for (const timer of timers) clearTimeout(timer);
    engine.kill('SIGKILL');
  }
}

function resultOf(
  exit: EngineExit,
  { hello, end, exchanges }: TapReceipt,
  log: EngineLog,
  interrupted: boolean,
): EngineResult {
  const ended = exit.code !== null && ENDED.has(exit.code) && end !== undefined;
  if (!ended && !interrupted) throw new EngineFailure(reasonOf(exit, log));
  return {
    ...defined({ hello, end, lost: end && lostOf(end, exchanges) }),
    exchanges,
    interrupted,
    scriptErrors: log.thrown,
    crossed: log.crossed,
    complaints: [...log.others.first, ...log.warnings.first],
  };
}

function lostOf({ exchanges: sent, droppedTimings }: End, received: number): number {
  return sent - droppedTimings - received;
}

function reasonOf({ code, signal }: EngineExit, { thrown, others, tail }: EngineLog): string {
  const cause = signal === 'SIGKILL' ? ', perhaps by the system because memory ran out' : '';
  const how = signal === null ? `exit code ${code}` : `ended by ${signal}${cause}`;
  const why = thrown.first[0] ?? others.first[0] ?? tail;
  return why === '' ? how : `${how}, ${why}`;
}

/** The load engine itself failed: a mistake in a scenario or in Assay, never the target's. */
export class EngineFailure extends Error {
  override name = 'EngineFailure' as const;

  constructor(what: string, options?: ErrorOptions) {
    super(`Load engine failed: ${what.replace(/\.$/, '')}.`, options);
  }
}

/** A sender of data. */
export interface Sender {
  /** Received so far. */
  readonly heardBytes: number;
}

/**
 * Reports, once, that a sender that had begun to send has fallen silent. Time in which this process
 * could not receive does not count.
 * @param checks in a row, one a second, that find nothing new
 * @returns a function that ends the watch
 */
export function watchHeartbeat(sender: Sender, checks: number, onSilence: () => void): () => void {
  let heardBytes = 0;
  let inVain = 0;
  const timer = setInterval(() => {
    const isNew = sender.heardBytes !== heardBytes;
    heardBytes = sender.heardBytes;
    inVain = isNew || heardBytes === 0 ? 0 : inVain + 1;
    if (inVain < checks) return;
    clearInterval(timer);
    onSilence();
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
