import { z } from 'zod';
import { parseJsonBytes } from '../../answers/json.ts';
import type { BodyBudget } from '../../exchange/body-budget.ts';
import type { HttpClient } from '../../exchange/http/http-client.ts';
import { type Destination, outgoingOf } from './to-outgoing.ts';

const LedgerSchema = z.looseObject({ effects: z.int().min(0) });

/**
 * Asks the ledger of a target how many effects it has counted. The ledger is not an
 * operation of the interface: its exchange is not evidence and is not recorded.
 * @param bodies of the client
 * @param path appended to the base address; null when the target has no ledger
 * @returns undefined when the target has no ledger, or its answer is not valid
 */
export async function readEffects(
  client: HttpClient,
  bodies: BodyBudget,
  destination: Destination,
  path: string | null,
): Promise<number | undefined> {
  if (path === null) return undefined;
  const request = { operation: 'other', path, credential: 'none' } as const;
  const { answer } = await client.send(outgoingOf(request, destination));
  bodies.release(answer?.body);
  if (answer?.status !== 200) return undefined;
  return LedgerSchema.safeParse(parseJsonBytes(answer.body)).data?.effects;
}
