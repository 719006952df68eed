import { readdirSync, readFileSync } from 'node:fs';

/** The largest resident memory of one process, in MiB. */
export interface Peak {
  readonly command: string;
  readonly mib: number;
}

const EVERY_MS = 25;

/** Watches a process and all that it starts, on Linux. */
export class ProcessTree {
  readonly #peaks = new Map<number, Peak>();
  readonly #timer: NodeJS.Timeout;
  readonly #root: number;

  constructor(root: number) {
    this.#root = root;
    this.#peaks.set(root, { command: 'assay', mib: 0 });
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
  }

  /** Stops watching. */
  end(): void {
    clearInterval(this.#timer);
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

  #look(): void {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (Number.isNaN(pid)) continue;
      const known = this.#peaks.get(pid);
      const parent = known === undefined ? parentOf(pid) : undefined;
      if (known === undefined && (parent === undefined || !this.#peaks.has(parent))) continue;
      const mib = peakOf(pid);
      if (mib === undefined) continue;
      this.#peaks.set(pid, { command: known?.command ?? commandOf(pid), mib });
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
