import { z } from 'zod';

const DEADLINE_MS = 5000;

const EffectsSchema = z.object({ effects: z.record(z.string(), z.number()) });

/** Counts the effects of idempotency keys, where the target's ledger counts by key. */
export class KeyLedger {
  readonly #url: string;

  /** @param url of the ledger, which needs no key */
  constructor(url: string) {
    this.#url = url;
  }

  /** Effects by key; empty when the ledger does not answer in this form. */
  async effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ keys }),
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const { effects } = EffectsSchema.parse(await response.json());
      return new Map(Object.entries(effects));
    } catch {
      // Groups are then judged without effects: rules that need them could not be verified.
      return new Map();
    }
  }
}
