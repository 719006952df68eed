import type { Certified } from '../../reference-server/http/certificate.ts';
import { createReferenceServer } from '../../reference-server/server.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { Effort } from '../../src/conformance/effort.ts';
import { FEATURES, type Feature } from '../../src/conformance/expectations.ts';
import type { ProbeRequest } from '../../src/conformance/gateway.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../src/conformance/profiles/resolved-profile.ts';
import type { Probe, Rule } from '../../src/conformance/rule.ts';
import { type RuleOutcome, runConformance } from '../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../src/conformance/sending/live-gateway.ts';
import { type Access, NO_ACCESS, wayOf } from '../../src/exchange/access.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { defined } from '../../src/input/defined.ts';
import { freshKeys } from '../../src/target/keys.ts';
import type { Upstream } from '../../src/target/upstream/upstream.ts';
import { altered, once } from './altered-gateway.ts';
import { mustRelay, startUpstream } from './relay/reference-upstream.ts';
import { needsHttp2 } from './relay/rule-lists.ts';

const SEED = 1;
/** The profile of the reference gateway, with races that are short. */
export const PROFILE = profileWith({});

/** What rules expect of the reference gateway. */
export const EXPECT = PROFILE.expect;

function profileWith({
  raceRounds = 5,
  ledger = true,
  features = {},
}: Pick<ReferenceRun, 'raceRounds' | 'ledger' | 'features'>): ResolvedProfile {
  const rules = CATALOGUE.map(({ rule }) => rule);
  const reason = 'A planted race shows in a few: tests stay short.';
  return resolveProfile(referenceProfile, rules, [
    { setting: 'raceRounds', value: raceRounds, reason },
    ...FEATURES.flatMap((setting) => {
      const value = features[setting];
      return value === undefined ? [] : [{ setting, value, reason: 'It is tried.' }];
    }),
    ...(ledger ? [] : [{ setting: 'ledgerPath' as const, value: null, reason: 'It is private.' }]),
  ]);
}

export interface ReferenceRun {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** Called with every request of a probe and its exchange. */
  readonly seen?: (probe: Probe, request: ProbeRequest, exchange: Exchange) => void;
  /** Changes each exchange before its probe receives it. */
  readonly change?: (exchange: Exchange) => Exchange;
  /** Whether it relays to an upstream; as its faults and variants need when absent. */
  readonly upstream?: boolean;
  /** An upstream that is running, for several gateways, and the keys that it knows; one of its own by default. */
  readonly shared?: { readonly upstream: Upstream; readonly keys: ReturnType<typeof freshKeys> };
  /** Whether Assay can read its count of effects; true when absent. */
  readonly ledger?: boolean;
  /** What the profile says of these; each is `offered` by default. */
  readonly features?: { readonly [name in Feature]?: 'not-offered' | 'unknown' };
  /** How long a video job lasts; that of the gateway by default. */
  readonly videoMs?: number;
  /** Whether it is reached over HTTP/2, with TLS or without; as all its rules need when absent. */
  readonly http2?: boolean | Certified;
  /** Rounds of each probe that races; default 5. */
  readonly raceRounds?: number;
  /** Thorough when absent. */
  readonly effort?: Effort;
  /**
   * Whether findings over times count although this process was stalled; false when absent. A planted
   * delay shows on a busy machine too.
   */
  readonly trustsTimes?: boolean;
}

/** Judges a new reference gateway with these faults and variants by the rules. */
export async function judgeReference(
  rules: readonly Rule[],
  run: ReferenceRun = {},
): Promise<readonly RuleOutcome[]> {
  const {
    faults = [],
    variants = [],
    seen,
    change = unchanged,
    effort,
    trustsTimes,
    videoMs,
    shared,
    http2 = rules.every(needsHttp2),
  } = run;
  const certified = typeof http2 === 'object' ? http2 : undefined;
  const access: Access = {
    ...NO_ACCESS,
    ...(http2 !== false && { http2: true }),
    ...(certified && { tls: { ca: certified.cert } }),
  };
  const profile = profileWith(run);
  const keys = shared?.keys ?? freshKeys();
  const { upstream: relays = mustRelay(faults, variants) } = run;
  const own = relays && shared === undefined ? await startUpstream(keys) : undefined;
  const upstream = relays ? (shared?.upstream ?? own) : undefined;
  const server = createReferenceServer({
    faults: [...faults],
    variants: [...variants],
    keys: [keys.first, keys.second],
    ...(upstream && { upstream: upstream.address }),
    ...defined({ videoMs, certified }),
    http2: http2 !== false,
  });
  const { address } = await server.listen();
  const gateways = createProbeGateways({
    address,
    keys,
    access,
    expect: profile.expect,
    seed: SEED,
    ...defined({ effort, upstream }),
  });
  const changed = once(change);
  const originals = new WeakMap<Exchange, Exchange>();
  try {
    const { outcomes, failures } = await runConformance({
      rules,
      profile,
      capabilities: {
        secondKey: true,
        ...wayOf(address, access),
        ...(upstream && { upstream: {} }),
      },
      target: {
        gatewayFor(probe, onExchange) {
          const plain = gateways.gatewayFor(probe, (exchange) => {
            originals.set(changed(exchange), exchange);
            onExchange(changed(exchange));
          });
          return altered(plain, (request, exchange) => {
            seen?.(probe, request, changed(exchange));
            return changed(exchange);
          });
        },
        targetIsGone: () => gateways.targetIsGone(),
        checkTargetAfter: (exchanges) => gateways.checkTargetAfter(exchanges),
        recheckTarget: () => gateways.recheckTarget(),
        room: () => gateways.room(),
        release: (exchanges) =>
          gateways.release(exchanges.map((exchange) => originals.get(exchange) ?? exchange)),
      },
      ...(trustsTimes !== true && { timekeeping: gateways.timekeeping }),
      ...defined({ effort }),
      signal: new AbortController().signal,
    });
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return outcomes;
  } finally {
    await gateways.close();
    await server.close(0);
    await own?.stop();
  }
}

function unchanged(exchange: Exchange): Exchange {
  return exchange;
}
