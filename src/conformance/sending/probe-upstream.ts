import type { Secret } from '../../exchange/redaction/spellings.ts';
import { betweenClocks } from '../../exchange/upstream/origin.ts';
import { shifted } from '../../exchange/upstream/upstream-exchange.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { ProbeUpstream } from '../gateway.ts';

const SEEN_WITHIN_MS = 5000;

/**
 * The upstream as probes use it.
 * @param upstream without one, no probe may use it
 * @param now ms since the origin of the run
 * @param onSecret called with each key of the gateway that a caller got
 */
export function probeUpstream(
  upstream: Upstream | undefined,
  now: () => number,
  onSecret: (secret: Secret) => void = () => {},
): ProbeUpstream {
  if (upstream === undefined) return ABSENT;
  const toRunMs = betweenClocks(() => performance.now(), now);
  return {
    isPresent: true,
    address: new URL(upstream.address).host,
    conceal: (value) => onSecret({ name: 'upstream key', value }),
    script: (...scripted) => upstream.script(...scripted),
    async seen(nonce, withinMs = SEEN_WITHIN_MS) {
      const { exchanges, open } = await upstream.seen(nonce, withinMs);
      const shiftMs = upstream.shiftMs + toRunMs;
      return { exchanges: exchanges.map((each) => shifted(each, shiftMs)), open };
    },
  };
}

const ABSENT: ProbeUpstream = {
  isPresent: false,
  address: '',
  conceal() {},
  script: () => Promise.reject(absence()),
  seen: () => Promise.reject(absence()),
};

function absence(): Error {
  return new Error('The probe uses an upstream, and its rule does not need one.');
}
