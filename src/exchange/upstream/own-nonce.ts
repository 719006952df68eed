import type { Exchange } from '../exchange.ts';
import { noncesIn } from '../nonce.ts';

/** The upstream records no more of a request. */
const MOST_NONCES = 8;

/**
 * The nonce by which a request is found upstream: the last one in it, because a turn of a dialog
 * repeats those before. Undefined where it has none, or too many.
 */
export function ownNonce({ request: { body } }: Exchange): string | undefined {
  if (body.kind !== 'text') return undefined;
  const nonces = [...noncesIn(body.text)];
  return nonces.length < MOST_NONCES ? nonces.at(-1) : undefined;
}
