import { z } from 'zod';
import { requestShort } from '../../exchange/http/short-request.ts';

const DEADLINE_MS = 5000;
/** Many times what the keys of a request take. */
const LARGEST_BYTES = 64 * 1024 * 1024;

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
      const { text } = await requestShort(this.#url, {
        method: 'POST',
        json: { keys },
        largestBytes: LARGEST_BYTES,
        deadlineMs: DEADLINE_MS,
      });
      const { effects } = EffectsSchema.parse(JSON.parse(text));
      return new Map(Object.entries(effects));
    } catch {
      // Groups are then judged without effects: rules that need them could not be verified.
      return new Map();
    }
  }
}
