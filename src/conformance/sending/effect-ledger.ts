import { z } from 'zod';
import type { Access } from '../../exchange/access.ts';
import { requestShort } from '../../exchange/http/short-request.ts';

/** Counts the effects of idempotency keys. */
export interface Effects {
  /** By key; a key of which nothing is known is absent. */
  effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const DEADLINE_MS = 5000;
/** Many times what the keys of a request take. */
const LARGEST_BYTES = 64 * 1024 * 1024;

const EffectsSchema = z.object({ effects: z.record(z.string(), z.number()) });

/**
 * The ledger of a target, which is not an operation of the interface and needs no key. It knows no key when it
 * does not answer in its form.
 * @param path appended to the base address; null when the target has no ledger
 */
export function effectLedger(
  address: string,
  path: string | null,
  access?: Access,
): Effects | undefined {
  if (path === null) return undefined;
  return {
    async effectsOf(keys) {
      try {
        const { text } = await requestShort(`${address}${path}`, {
          method: 'POST',
          json: { keys },
          access,
          largestBytes: LARGEST_BYTES,
          deadlineMs: DEADLINE_MS,
        });
        const { effects } = EffectsSchema.parse(JSON.parse(text));
        return new Map(Object.entries(effects));
      } catch {
        // What needs effects is then judged without them: those rules could not be verified.
        return new Map();
      }
    },
  };
}
