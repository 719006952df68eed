import { existsSync, readdirSync, readFileSync } from 'node:fs';

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
      const mib = peakOf(pid);
      if (mib !== undefined) this.#peaks.set(pid, { command, mib });
    }
  }

  #findChildren(): void {
    // A child that is added is looked at in the same turn.
    for (const pid of this.#peaks.keys()) {
      for (const child of childrenOf(pid)) {
        if (this.#peaks.has(child)) continue;
        this.#peaks.set(child, { command: commandOf(child), mib: peakOf(child) ?? 0 });
      }
    }
  }
}

/** The processes that a process has started and that have not ended; empty for one that has. */
function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(pid, `task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  const stat = read(pid, 'stat');
  // The name of the program, which may contain anything, is in brackets before it.
  return stat !== '' && stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
}

function peakOf(pid: number): number | undefined {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1];
  return kib === undefined ? undefined : Number(kib) / 1024;
}

function commandOf(pid: number): string {
  return read(pid, 'cmdline').split('\0').slice(0, 2).join(' ').trim();
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
