import type { Origin } from '../../exchange/upstream/origin.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { UpstreamSeen } from '../../target/upstream/upstream-store.ts';

/** Where the upstream requests of a load are found: a running upstream, or a recording of one. */
export interface RelaySource extends Origin {
  /** Whether its clock runs with that of this process. */
  readonly isLive: boolean;
  /** ms since that origin. */
  now(): number;
  /** What is known of a nonce now. */
  known(nonce: string): UpstreamSeen;
  /** Memory for others: this nonce is not needed again. */
  forget(nonce: string): void;
  /** Settles when what has begun for these nonces is over, at the latest after this time. */
  settled(nonces: readonly string[], withinMs: number): Promise<void>;
}

/** A running upstream. */
export function liveSource(upstream: Upstream): RelaySource {
  return {
    isLive: true,
    ...upstream.origin,
    now: () => performance.now() - upstream.shiftMs,
    known: (nonce) => upstream.known(nonce),
    forget: (nonce) => upstream.forget(nonce),
    async settled(nonces, withinMs) {
      await Promise.all(nonces.map((nonce) => upstream.seen(nonce, withinMs)));
    },
  };
}
