import { readdirSync, readFileSync } from 'node:fs';

/** The largest resident memory of one process, in MiB. */
export interface Peak {
  readonly command: string;
  readonly mib: number;
}

const PEAKS_EVERY_MS = 25;
/** Less often: it reads every process of the machine. */
const CHILDREN_EVERY_MS = 100;

/** Watches a process and all that it starts, on Linux. */
export class ProcessTree {
  readonly #peaks = new Map<number, Peak>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #root: number;

  constructor(root: number) {
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
      .filter(([pid]) => pid !== this.#root && parentOf(pid) !== undefined)
      .map(([pid, { command }]) => `${command} (pid ${pid})`);
  }

  #readPeaks(): void {
    for (const [pid, { command }] of this.#peaks) {
      const mib = peakOf(pid);
      if (mib !== undefined) this.#peaks.set(pid, { command, mib });
    }
  }

  #findChildren(): void {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (Number.isNaN(pid) || this.#peaks.has(pid)) continue;
      const parent = parentOf(pid);
      if (parent === undefined || !this.#peaks.has(parent)) continue;
      this.#peaks.set(pid, { command: commandOf(pid), mib: peakOf(pid) ?? 0 });
    }
  }
}

/** Undefined for a process that has ended. */
function parentOf(pid: number): number | undefined {
  const stat = read(pid, 'stat');
  // The name of the program, which may contain anything, is in brackets before it.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || state === 'Z' ? undefined : Number(parent);
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
