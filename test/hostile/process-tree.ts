import { existsSync } from 'node:fs';
import {
  childrenOf,
  commandOf,
  isRunning,
  peakBytes,
} from '../../bench/processes/process-usage.ts';

/** The largest resident memory of one process, in MiB. */
export interface Peak {
  readonly command: string;
  readonly mib: number;
}

const PEAKS_EVERY_MS = 25;
const CHILDREN_EVERY_MS = 100;

/** Without it no child would be found, and no peak or remaining process of one. */
const CHILDREN = '/proc/thread-self/children';

/** Watches a process and all that it starts, on Linux. */
export class ProcessTree {
  readonly #peaks = new Map<number, Peak>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #root: number;

  constructor(root: number) {
    if (!existsSync(CHILDREN)) throw new Error(`This kernel has no ${CHILDREN}.`);
    this.#root = root;
    this.#peaks.set(root, { command: 'assay', mib: 0 });
    this.#timers = [
      setInterval(() => this.#readPeaks(), PEAKS_EVERY_MS),
      setInterval(() => this.#findChildren(), CHILDREN_EVERY_MS),
    ];
  }

  /** Stops watching. */
  end(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** The peak of the process that took most. */
  get largest(): Peak {
    const peaks = [...this.#peaks.values()];
    return peaks.reduce((most, peak) => (peak.mib > most.mib ? peak : most));
  }

  /** The processes that were started and are still there. */
  get alive(): readonly string[] {
    return [...this.#peaks]
      .filter(([pid]) => pid !== this.#root && isRunning(pid))
      .map(([pid, { command }]) => `${command} (pid ${pid})`);
  }

  #readPeaks(): void {
    for (const [pid, { command }] of this.#peaks) {
      const mib = peakMib(pid);
      if (mib > 0) this.#peaks.set(pid, { command, mib });
    }
  }

  #findChildren(): void {
    // A child that is added is looked at in the same turn.
    for (const pid of this.#peaks.keys()) {
      for (const child of childrenOf(pid)) {
        if (this.#peaks.has(child)) continue;
        this.#peaks.set(child, { command: nameOf(child), mib: peakMib(child) });
      }
    }
  }
}

/** As a line: its program and its first parameter. */
function nameOf(pid: number): string {
  return commandOf(pid).slice(0, 2).join(' ');
}

function peakMib(pid: number): number {
  return peakBytes(pid) / 1024 ** 2;
}
