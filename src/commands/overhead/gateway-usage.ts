import { readdirSync, readFileSync } from 'node:fs';
import { UsageError } from '../../input/usage-error.ts';
import type { GatewayFigures } from '../../report/assemble/overhead-section.ts';

/** What a process and its descendants use. */
export interface ProcessUsage {
  /** Since each of them started. */
  readonly cpuMs: number;
  readonly residentBytes: number;
  readonly threads: number;
  /** Open file descriptors; 0 where they may not be read. */
  readonly descriptors: number;
}

/** The unit of times in `/proc`, the same on every Linux that Node runs on. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/**
 * Refuses a process that cannot be measured.
 * @throws UsageError
 */
export function requireProcess(pid: number): void {
  if (process.platform !== 'linux') {
    throw new UsageError(
      '--gateway-pid needs Linux: CPU time and memory are read from /proc. Remove it.',
    );
  }
  if (readUsage(pid) !== undefined) return;
  throw new UsageError(
    `--gateway-pid names a process that does not run on this machine: ${pid}. Name the process of the gateway, or remove the option.`,
  );
}

/** Undefined when the process is gone. */
export function readUsage(pid: number): ProcessUsage | undefined {
  const all = new Map(processes().map((each) => [each.pid, each]));
  const root = all.get(pid);
  if (root === undefined) return undefined;
  const family = [...all.values()].filter((each) => descends(each, pid, all));
  const sum = (of: (each: Stat) => number): number =>
    family.reduce((whole, each) => whole + of(each), 0);
  return {
    cpuMs: sum(({ cpuMs }) => cpuMs),
    residentBytes: sum(({ residentBytes }) => residentBytes),
    threads: sum(({ threads }) => threads),
    descriptors: sum((each) => descriptorsOf(each.pid)),
  };
}

interface Stat extends Omit<ProcessUsage, 'descriptors'> {
  readonly pid: number;
  readonly parent: number;
}

function processes(): readonly Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(Number(name));
      return stat === undefined ? [] : [stat];
    });
}

/** Undefined for a process that ended meanwhile, or has ended and was not waited for. */
function statOf(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name of the program comes first, in brackets, and may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, ...rest] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const field = (number: number): number => Number(rest[number - 4]);
  return {
    pid,
    parent: field(4),
    // Descendants that ended and were waited for count too.
    cpuMs: (field(14) + field(15) + field(16) + field(17)) * TICK_MS,
    threads: field(20),
    residentBytes: field(24) * PAGE_BYTES,
  };
}

function descends(stat: Stat, ancestor: number, all: ReadonlyMap<number, Stat>): boolean {
  const seen = new Set<number>();
  let at: Stat | undefined = stat;
  while (at !== undefined && !seen.has(at.pid)) {
    if (at.pid === ancestor) return true;
    seen.add(at.pid);
    at = all.get(at.parent);
  }
  return false;
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Sums what the gateway uses in the blocks that go through it. */
export class GatewayUsage {
  readonly #pid: number | undefined;
  readonly #tokens: number;
  #beforeMs: number | undefined;
  #cpuMs = 0;
  #requests = 0;
  #residentBytes = 0;
  #threads = 0;
  #descriptors = 0;

  /**
   * @param pid nothing is measured when absent
   * @param tokens of each answer
   */
  constructor(pid: number | undefined, tokens: number) {
    this.#pid = pid;
    this.#tokens = tokens;
  }

  begin(): void {
    this.#beforeMs = this.#pid === undefined ? undefined : readUsage(this.#pid)?.cpuMs;
  }

  /**
   * Ends a block. One that was not begun is not counted.
   * @param requests of this block
   */
  end(requests: number): void {
    const used = this.#pid === undefined ? undefined : readUsage(this.#pid);
    const beforeMs = this.#beforeMs;
    this.#beforeMs = undefined;
    if (used === undefined || beforeMs === undefined) return;
    this.#cpuMs += used.cpuMs - beforeMs;
    this.#requests += requests;
    this.#residentBytes = Math.max(this.#residentBytes, used.residentBytes);
    this.#threads = Math.max(this.#threads, used.threads);
    this.#descriptors = Math.max(this.#descriptors, used.descriptors);
  }

  /** Undefined when nothing was measured. */
  get figures(): GatewayFigures | undefined {
    if (this.#requests === 0) return undefined;
    const cpuMsPerRequest = this.#cpuMs / this.#requests;
    return {
      cpuMsPerRequest,
      cpuMsPerThousandTokens: (cpuMsPerRequest / this.#tokens) * 1000,
      residentBytes: this.#residentBytes,
      threads: this.#threads,
      descriptors: this.#descriptors,
    };
  }
}
