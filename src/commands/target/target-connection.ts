import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import { createProbeGateways, type ProbeGateways } from '../../conformance/sending/live-gateway.ts';
import { CutAnswers } from '../../exchange/body-budget.ts';
import { defined } from '../../input/defined.ts';
import type { ExchangeSink } from '../../load/judging/load-collector.ts';
import type { Target } from '../../target/target.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import { knowSecrets } from '../terminal/secrets.ts';

interface ConnectionOptions {
  readonly profile: ResolvedProfile;
  /** Further addresses of the target. */
  readonly replicas?: readonly string[] | undefined;
  /** The provider behind the target, where that is Assay. */
  readonly upstream?: Upstream | undefined;
  readonly effort?: Effort | undefined;
  /** Limits and counts what the run spends. */
  readonly budget?: Budget | undefined;
  /** Gets each exchange, and the wall clock at the origin of its times. */
  readonly traces?: ExchangeSink | undefined;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Sends to one target for preflight, discovery, conformance and describe. */
export class TargetConnection {
  readonly target: Target;
  readonly gateways: ProbeGateways;
  readonly cutAnswers = new CutAnswers();
  /** Discovery adds the operations that are absent. */
  profile: ResolvedProfile;
  readonly #ending = new AbortController();

  constructor(target: Target, options: ConnectionOptions) {
    const { address, keys, access } = target;
    const { profile, replicas, upstream, effort, budget, traces, seed, signal } = options;
    const originUnixMs = Date.now();
    this.target = target;
    this.profile = profile;
    this.gateways = createProbeGateways({
      address,
      replicas,
      keys,
      access,
      expect: profile.expect,
      isAbsent: (operation) => isAbsent(operation, this.profile),
      ...defined({ upstream, effort, budget }),
      onExchange: (exchange) => {
        this.cutAnswers.note(exchange);
        traces?.add(exchange, originUnixMs);
      },
      onSecret: (secret) => knowSecrets([secret]),
      seed,
      signal: AbortSignal.any([signal, this.#ending.signal]),
    });
  }

  /** Drops what the profile says about operations that the target offers; what is absent remains. */
  forgetPromises(): void {
    const absent = [...this.profile.operations].filter(([, { value }]) => value === 'absent');
    this.profile = { ...this.profile, operations: new Map(absent) };
  }

  /** Does the work. When the limit aborts meanwhile, the connection ends, and what is in flight is cut. */
  async within<T>(limit: AbortSignal, work: () => Promise<T>): Promise<T> {
    const end = (): void => this.#ending.abort();
    limit.addEventListener('abort', end);
    if (limit.aborted) end();
    try {
      return await work();
    } finally {
      limit.removeEventListener('abort', end);
    }
  }

  async close(): Promise<void> {
    await this.gateways.close();
  }
}
