import type { Exchange } from '../../exchange/exchange.ts';
import { AssayDefect } from '../assay-defect.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { type Probe, Unverifiable } from '../rule.ts';
import { BudgetSpent } from '../sending/budget.ts';
import type { ProbeGateways } from '../sending/live-gateway.ts';
import { ProbeInterrupted } from '../sending/probe-interrupted.ts';
import { OperationStalled } from '../sending/stalled-operations.ts';
import { exchangesOf } from './absent-operations.ts';
import { ProbeDeadline, ProbeOverdue } from './probe-deadline.ts';

/** Probes that run side by side; more would measure our own waiting. */
const PROBES_AT_ONCE = 6;

/** How probes reach the target, and whether it still responds. */
interface ProbedTarget extends Omit<ProbeGateways, 'gatewayFor' | 'timekeeping' | 'close'> {
  gatewayFor(
    probe: Probe,
    onExchange: (exchange: Exchange) => void,
    signal: AbortSignal,
    run?: object,
  ): ProbeGateway;
}

/** Where probes are sent, and what ends their run early. */
export interface ProbeRunOptions {
  readonly target: ProbedTarget;
  readonly signal: AbortSignal;
  /** For each probe with all of its requests, in ms. */
  readonly probeDeadlineMs?: number;
  /** Aborts when the time is up: probes that have not finished by then stay unfinished. */
  readonly timeLimit?: AbortSignal;
  /** Probes that run before all others, which may show that some of those are not needed. */
  readonly first?: ReadonlySet<Probe>;
  /** Whether a probe is still needed when its turn comes; each is when absent. */
  readonly isNeeded?: (probe: Probe) => boolean;
  /** Called when a probe starts or ends. */
  readonly onProgress?: (progress: ProbesRunning) => void;
}

/** How far the probes are. */
export interface ProbesRunning {
  readonly done: number;
  readonly of: number;
  /** Those that run, the first that started first; on the clock of `performance.now()`. */
  readonly running: readonly { readonly name: string; readonly sinceMs: number }[];
}

/** What a probe brought, or what it would have needed to bring anything. */
interface Gathering {
  readonly pieces: readonly (Exchange | Series)[];
  readonly unmet?: Unverifiable;
}

/** What one probe brought. */
export interface GatheredBy extends Gathering {
  readonly probe: Probe;
  /** All exchanges of the probe so far, those that are in no piece too. */
  readonly exchanges: readonly Exchange[];
  /** Runs the probe again; undefined when the run is over. */
  readonly repeat: () => Promise<Gathering | undefined>;
}

/** That a target no longer responded to probes. */
export interface TargetGone {
  /** The names of the probes that were running then. */
  readonly during: readonly string[];
  /** On the clock of `performance.now()`. */
  readonly atMs: number;
}

export type CutShort = 'interrupted' | 'target-gone' | 'time-limit';

export interface ProbeRunResult {
  /** How long each probe took, with the use of what it gathered. */
  readonly durationsMs: ReadonlyMap<Probe, number>;
  /** Why a probe did not finish, or why what it gathered could not be used. */
  readonly unfinished: ReadonlyMap<Probe, string>;
  readonly cutShort?: CutShort;
  /** When the target stopped responding. */
  readonly gone?: TargetGone;
  /** Defects of Assay, a sentence each. */
  readonly failures: readonly string[];
}

/**
 * Runs each probe once and hands over what it gathered. Probes that count or measure run alone,
 * after the others. When the target is gone and comes back, the probes that it cut short run again.
 * @param onGathered an `AssayDefect` that it throws is reported, and the run goes on
 */
export async function runProbes(
  probes: readonly Probe[],
  options: ProbeRunOptions,
  onGathered: (gathered: GatheredBy) => void | Promise<void>,
): Promise<ProbeRunResult> {
  return await new ProbeRun(probes, options, onGathered).run();
}

class ProbeRun {
  readonly #probes: readonly Probe[];
  readonly #options: ProbeRunOptions;
  readonly #onGathered: (gathered: GatheredBy) => void | Promise<void>;
  readonly #durationsMs = new Map<Probe, number>();
  readonly #unfinished = new Map<Probe, string>();
  readonly #failures: string[] = [];
  /** Probes that did not finish because the run was cut short. */
  readonly #skipped: Probe[] = [];
  readonly #running = new Map<Probe, number>();
  #gone: TargetGone | undefined;
  #cutShort: CutShort | undefined;

  constructor(
    probes: readonly Probe[],
    options: ProbeRunOptions,
    onGathered: (gathered: GatheredBy) => void | Promise<void>,
  ) {
    this.#probes = probes;
    this.#options = options;
    this.#onGathered = onGathered;
  }

  async run(): Promise<ProbeRunResult> {
    await this.#runAll(this.#probes);
    if (await this.#isBack()) await this.#runAll(this.#skipped.splice(0));
    return {
      durationsMs: this.#durationsMs,
      unfinished: this.#unfinished,
      failures: this.#failures,
      ...(this.#cutShort && { cutShort: this.#cutShort }),
      ...(this.#cutShort === 'target-gone' && this.#gone && { gone: this.#gone }),
    };
  }

  async #runAll(probes: readonly Probe[]): Promise<void> {
    const { first } = this.#options;
    const early = probes.filter((probe) => first?.has(probe));
    const late = probes.filter((probe) => !first?.has(probe));
    for (const { beside, alone } of [probeOrder(early), probeOrder(late)]) {
      await eachOf(beside, PROBES_AT_ONCE, (probe) => this.#runOne(probe));
      await eachOf(alone, 1, (probe) => this.#runOne(probe));
    }
  }

  async #runOne(probe: Probe): Promise<void> {
    await this.#options.target.room();
    if (!this.#isNeeded(probe) || this.#isCutShort(probe)) return;
    const startMs = performance.now();
    this.#running.set(probe, startMs);
    this.#report();
    const exchanges: Exchange[] = [];
    let isJudged = false;
    const deadline = new ProbeDeadline(this.#options.probeDeadlineMs);
    try {
      const onExchange = (exchange: Exchange): void => {
        // One that its probe did not wait for.
        if (isJudged) this.#options.target.release([exchange]);
        else exchanges.push(exchange);
      };
      const gatherBy = (run?: object) =>
        gather(probe, this.#options.target.gatewayFor(probe, onExchange, deadline.signal, run));
      const gathering = await gatherBy();
      // A probe need not return all that it sent, and the rules about every answer judge the rest too.
      await this.#options.target.checkTargetAfter([
        ...gathering.pieces.flatMap(exchangesOf),
        ...exchanges,
      ]);
      // Exchanges of a run that broke off show the break rather than the target.
      if (this.#isCutShort(probe)) return;
      deadline.check();
      const repeat = async () =>
        // What probes share was set aside too: the second time it shares nothing.
        this.#isOver() || deadline.signal.aborted ? undefined : await gatherBy({});
      await this.#onGathered({ probe, ...gathering, exchanges, repeat });
    } catch (error) {
      if (error instanceof AssayDefect) this.#failures.push(error.message);
      else if (!isUnfinished(error)) throw error;
      this.#unfinished.set(probe, error.message);
    } finally {
      this.#running.delete(probe);
      deadline.clear();
      isJudged = true;
      this.#options.target.release(exchanges);
    }
    this.#durationsMs.set(probe, performance.now() - startMs);
    this.#report();
  }

  #report(): void {
    const { size: done } = this.#durationsMs;
    const running = [...this.#running].map(([{ name }, sinceMs]) => ({ name, sinceMs }));
    const of = this.#probes.filter((probe) => this.#isNeeded(probe)).length;
    this.#options.onProgress?.({ done, of, running });
  }

  #isNeeded(probe: Probe): boolean {
    return this.#options.isNeeded?.(probe) ?? true;
  }

  #isCutShort(probe: Probe): boolean {
    const { signal, timeLimit, target } = this.#options;
    if (signal.aborted) this.#cutShort = 'interrupted';
    else if (timeLimit?.aborted) this.#cutShort = 'time-limit';
    else if (target.targetIsGone()) this.#noteGone();
    if (this.#cutShort === undefined) return false;
    this.#unfinished.set(probe, WHY_UNFINISHED[this.#cutShort]);
    this.#skipped.push(probe);
    return true;
  }

  #noteGone(): void {
    if (this.#cutShort !== undefined) return;
    this.#cutShort = 'target-gone';
    this.#gone = {
      during: [...this.#running.keys()].map(({ name }) => name),
      atMs: performance.now(),
    };
  }

  #isOver(): boolean {
    const { signal, timeLimit } = this.#options;
    return signal.aborted || timeLimit?.aborted === true;
  }

  /** Whether a target that was gone responds again: then the run goes on where it was cut, once. */
  async #isBack(): Promise<boolean> {
    if (this.#cutShort !== 'target-gone') return false;
    await this.#options.target.recheckTarget();
    if (this.#isOver() || this.#options.target.targetIsGone()) return false;
    this.#cutShort = undefined;
    for (const probe of this.#skipped) this.#unfinished.delete(probe);
    return true;
  }
}

/** Probes that may run side by side, and those that then run one after the other, in this order. */
export function probeOrder(probes: readonly Probe[]) {
  const alone = probes.filter((probe) => probe.alone);
  return {
    beside: probes.filter((probe) => !probe.alone),
    alone: [
      ...alone.filter((probe) => probe.alone !== 'last'),
      ...alone.filter((probe) => probe.alone === 'last'),
    ],
  };
}

/** Why a probe did not finish, without being a defect. */
function isUnfinished(error: unknown): error is Error {
  return (
    error instanceof BudgetSpent ||
    error instanceof OperationStalled ||
    error instanceof ProbeOverdue
  );
}

const WHY_UNFINISHED: Readonly<Record<CutShort, string>> = {
  interrupted: 'its probe did not finish: the run was interrupted',
  'target-gone': 'its probe did not finish: the target no longer responded',
  'time-limit': 'time limit reached (raise --time-limit)',
};

/**
 * What a probe brings; nothing when it was interrupted.
 * @throws BudgetSpent, OperationStalled
 * @throws AssayDefect when the probe itself throws
 */
export async function gather(probe: Probe, gateway: ProbeGateway): Promise<Gathering> {
  try {
    return { pieces: await probe.run(gateway) };
  } catch (error) {
    if (error instanceof ProbeInterrupted) return { pieces: [] };
    if (error instanceof Unverifiable) return { pieces: [], unmet: error };
    if (isUnfinished(error)) throw error;
    throw new AssayDefect(`probe ${probe.name}`, error);
  }
}

async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
