import type { JsonObject } from '../http/json.ts';
import type { Tenant } from '../state/tenants.ts';

/** A video job at the provider; its state is the provider's. */
export interface RelayedJob {
  /** The id of the provider, which callers use too. */
  readonly id: string;
  readonly tenant: Tenant;
  /** The cancel, once one was requested; all later ones share it. */
  cancelled?: Promise<JsonObject> | undefined;
}

/** The jobs of all tenants at the provider, bounded in number; the oldest go first. */
export class RelayedJobs {
  readonly #jobs = new Map<string, RelayedJob>();
  readonly #maxJobs: number;

  constructor(maxJobs = 20_000) {
    this.#maxJobs = maxJobs;
  }

  add(job: RelayedJob): void {
    this.#jobs.set(job.id, job);
    if (this.#jobs.size > this.#maxJobs) {
      for (const oldest of this.#jobs.keys()) {
        this.#jobs.delete(oldest);
        break;
      }
    }
  }

  /** A job of this tenant: those of another one are as if unknown. */
  find(tenant: Tenant, id: string): RelayedJob | undefined {
    const job = this.#jobs.get(id);
    return job?.tenant === tenant ? job : undefined;
  }
}
