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
  const running = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : [],
  );
  if (!running.some((each) => each.pid === pid)) return undefined;
  const family = new Set([pid]);
  for (let known = 0; known < family.size; ) {
    known = family.size;
    for (const each of running) if (family.has(each.parent)) family.add(each.pid);
  }
  const own = running.filter((each) => family.has(each.pid));
  const sum = (of: (each: Stat) => number): number =>
    own.reduce((whole, each) => whole + of(each), 0);
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
  readonly #peak = { residentBytes: 0, threads: 0, descriptors: 0 };

  /**
   * @param pid nothing is measured when absent
   * @param tokens of each answer
   */
  constructor(pid: number | undefined, tokens: number) {
    this.#pid = pid;
    this.#tokens = tokens;
  }

  begin(): void {
    this.#beforeMs = this.#read()?.cpuMs;
  }

  /**
   * Ends a block. One that was not begun is not counted.
   * @param requests of this block
   */
  end(requests: number): void {
    const beforeMs = this.#beforeMs;
    const used = beforeMs === undefined ? undefined : this.#read();
    this.#beforeMs = undefined;
    if (used === undefined || beforeMs === undefined) return;
    this.#cpuMs += used.cpuMs - beforeMs;
    this.#requests += requests;
    for (const name of ['residentBytes', 'threads', 'descriptors'] as const) {
      this.#peak[name] = Math.max(this.#peak[name], used[name]);
    }
  }

  /** Undefined when nothing was measured. */
  get figures(): GatewayFigures | undefined {
    if (this.#requests === 0) return undefined;
    const cpuMsPerRequest = this.#cpuMs / this.#requests;
    const cpuMsPerThousandTokens = (cpuMsPerRequest / this.#tokens) * 1000;
    return { cpuMsPerRequest, cpuMsPerThousandTokens, ...this.#peak };
  }

  #read(): ProcessUsage | undefined {
    return this.#pid === undefined ? undefined : readUsage(this.#pid);
  }
}
