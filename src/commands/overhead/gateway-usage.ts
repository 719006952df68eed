import type { GatewayFigures } from '../../report/assemble/overhead-section.ts';
import { OVERHEAD_CLOCK } from './overhead-order.ts';
import { readUsage } from './process-usage.ts';

/** Sums what the gateway uses in the blocks that go through it. */
export class GatewayUsage {
  readonly #pid: number | undefined;
  #beforeMs: number | undefined;
  #cpuMs = 0;
  #requests = 0;
  #residentBytes = 0;
  #threads = 0;
  #descriptors = 0;

  /** @param pid nothing is measured when absent */
  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  begin(): void {
    this.#beforeMs = this.#pid === undefined ? undefined : readUsage(this.#pid)?.cpuMs;
  }

  /** @param requests of this block */
  end(requests: number): void {
    const used = this.#pid === undefined ? undefined : readUsage(this.#pid);
    if (used === undefined || this.#beforeMs === undefined) return;
    this.#cpuMs += used.cpuMs - this.#beforeMs;
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
      cpuMsPerThousandTokens: (cpuMsPerRequest / OVERHEAD_CLOCK.tokens) * 1000,
      residentBytes: this.#residentBytes,
      threads: this.#threads,
      descriptors: this.#descriptors,
    };
  }
}
