import { Bounded } from './bounded.ts';
import type { Tenant } from './tenants.ts';

/** What tenants have, by its id: the newest of all. */
export class Owned<Kept extends { readonly id: string; readonly tenant: Tenant }> {
  readonly #all: Bounded<Kept>;

  constructor(most: number) {
    this.#all = new Bounded(most);
  }

  add(kept: Kept): void {
    this.#all.set(kept.id, kept);
  }

  /** Keeps what has changed in one of them. */
  save(_kept: Kept): void {}

  /** One of this tenant: those of another one are as if unknown. */
  find(tenant: Tenant, id: string): Kept | undefined {
    const kept = this.get(id);
    return kept?.tenant === tenant ? kept : undefined;
  }

  /** One, whosever it is. */
  get(id: string): Kept | undefined {
    return this.#all.get(id);
  }
}
