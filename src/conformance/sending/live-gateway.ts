import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { jobIn } from '../../answers/video-jobs.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Access } from '../../exchange/access.ts';
import { BodyBudget } from '../../exchange/body-budget.ts';
import type { Run } from '../../exchange/capture.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { HttpClient } from '../../exchange/http/http-client.ts';
import { sendInOrder, sendTogether } from '../../exchange/http/send-connected.ts';
import type { Outgoing } from '../../exchange/outgoing.ts';
import { Redactor, runSecrets } from '../../exchange/redaction/redact.ts';
import type { Secret } from '../../exchange/redaction/spellings.ts';
import { LIMITS } from '../../input/limits.ts';
import type { Keys } from '../../target/keys.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { Effort } from '../effort.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest, ProbeUpstream } from '../gateway.ts';
import type { Timekeeping } from '../timekeeping.ts';
import type { Budget } from './budget.ts';
import { type Effects, effectLedger } from './effect-ledger.ts';
import { keyCarriage } from './key-carriage.ts';
import { Reachability } from './liveness.ts';
import { Nonces } from './nonces.ts';
import { OwnStalls } from './own-stalls.ts';
import { ProbeInterrupted } from './probe-interrupted.ts';
import { probeUpstream } from './probe-upstream.ts';
import { retryWaitMs } from './retry-after.ts';
import { SharedControls } from './shared-controls.ts';
import { StalledOperations } from './stalled-operations.ts';
import { type Destination, outgoingOf } from './to-outgoing.ts';
import { requireWellFormed } from './well-formed-request.ts';

const RETRIES = 3;

export interface ProbeGatewaysOptions {
  /** Base address with whatever path prefix it has. */
  readonly address: string;
  /** Further addresses of the same gateway. */
  readonly replicas?: readonly string[] | undefined;
  readonly keys: Keys;
  /** What every request carries beside its key. */
  readonly access?: Access;
  readonly expect: Expectations;
  /** The provider behind the gateway; absent where that is not Assay. */
  readonly upstream?: Upstream;
  /** `thorough` when absent. */
  readonly effort?: Effort;
  /** Whether the target is known not to offer an operation; it offers all when absent. */
  readonly isAbsent?: (operation: Operation | 'other') => boolean;
  /** Without one, billable calls are not counted. */
  readonly budget?: Budget;
  readonly seed: number;
  /** ms since the origin of the run, from a monotonic clock; since now when absent. */
  readonly now?: () => number;
  /** Ends the run: what is in flight is cut, and nothing more is sent. */
  readonly signal?: AbortSignal;
  /** Called with every exchange that is evidence, also those of a retried 429. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with each key of the gateway that it returned to a caller. */
  readonly onSecret?: (secret: Secret) => void;
}

/** The gateways of all probes of a run: one pool of connections, one count of exchanges. */
export interface ProbeGateways {
  /**
   * A gateway whose exchanges carry the name of this probe.
   * @param onExchange called with each exchange of this probe, also those of a retried 429
   * @param signal ends the probe: what is in flight is cut, and nothing more is sent
   * @param run for what it shares with others; when absent, with all probes
   */
  gatewayFor(
    probe: { readonly name: string },
    onExchange?: (exchange: Exchange) => void,
    signal?: AbortSignal,
    run?: object,
  ): ProbeGateway;
  /** True once the target no longer responds, until it responds again. */
  targetIsGone(): boolean;
  /** Checks that the target still responds, when one of these exchanges broke off. */
  checkTargetAfter(exchanges: readonly Exchange[]): Promise<void>;
  /** Checks once more whether the target responds. */
  recheckTarget(): Promise<void>;
  /** Waits until there is memory for the answers of a further probe. */
  room(): Promise<void>;
  /** Forgets the bodies of exchanges that have been judged: memory for others. */
  release(exchanges: readonly Exchange[]): void;
  /** Whether this process was stalled while it sent and read. */
  readonly timekeeping: Timekeeping;
  /** Aborts whatever is still in flight. */
  close(): Promise<void>;
}

export function createProbeGateways(options: ProbeGatewaysOptions): ProbeGateways {
  const shared = new Shared(options);
  return {
    gatewayFor: ({ name }, onExchange, signal, run) =>
      new Sender(name, shared, onExchange, signal, run),
    targetIsGone: () =>
      shared.reachabilities.some(({ isGone }) => isGone) || options.upstream?.ended() !== undefined,
    checkTargetAfter: async (exchanges) => {
      await Promise.all(shared.reachabilities.map((each) => each.checkAfter(exchanges)));
    },
    recheckTarget: async () => {
      await Promise.all(shared.reachabilities.map((each) => each.check()));
    },
    room: () => shared.run.bodies.room(),
    release: (exchanges) => {
      for (const { answer } of exchanges) shared.run.bodies.release(answer?.body);
    },
    timekeeping: shared.stalls,
    close: async () => {
      shared.stalls.stop();
      await shared.client.close();
    },
  };
}

/** What the gateways of all probes have in common. */
class Shared {
  readonly options: ProbeGatewaysOptions;
  readonly run: Run;
  readonly client: HttpClient;
  readonly ledger: Effects | undefined;
  readonly nonces: Nonces;
  /** Those of the target and its replicas. */
  readonly reachabilities: readonly Reachability[];
  readonly stalls: OwnStalls;
  readonly stalled = new StalledOperations();
  readonly controls = new SharedControls();
  /** The exchange that made each video job, by the id of the job. */
  readonly makers = new Map<string, Exchange>();
  readonly upstream: ProbeUpstream;

  constructor(options: ProbeGatewaysOptions) {
    const { address: target, replicas = [] } = options;
    const { first, second } = options.keys;
    const originMs = performance.now();
    let exchanges = 0;
    this.options = options;
    this.reachabilities = [target, ...replicas].map(
      (address) =>
        new Reachability({ address, key: first, access: options.access }, options.signal),
    );
    // Another run, now or before, must have no request upstream, and no cached answer, with these words.
    const run = options.upstream === undefined ? '' : randomBytes(8).toString('hex');
    this.nonces = new Nonces(options.seed, run);
    this.run = {
      now: options.now ?? (() => performance.now() - originMs),
      nextId: () => {
        exchanges += 1;
        return exchanges;
      },
      redactor: new Redactor(runSecrets(first, second, options.access)),
      bodies: new BodyBudget(LIMITS.probeBodies.value),
      ...(options.signal && { signal: options.signal }),
    };
    this.upstream = probeUpstream(options.upstream, this.run.now, options.onSecret);
    this.stalls = new OwnStalls(this.run.now);
    this.client = new HttpClient(this.run);
    this.ledger = effectLedger(options.address, options.expect.ledgerPath, options.access);
  }

  record(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      this.stalled.note(exchange);
      this.options.onExchange?.(exchange);
    }
  }
}

/** The gateway of one probe. */
class Sender implements ProbeGateway {
  readonly expect: Expectations;
  readonly effort: Effort;
  readonly run: object;
  readonly hasSecondKey: boolean;
  readonly nonce: () => string;
  readonly ledger: Effects | undefined;
  readonly upstream: ProbeUpstream;
  readonly #shared: Shared;
  /** The run, and what ends the probe. */
  readonly #run: Run;
  readonly #destination: Destination;
  readonly #onExchange: ((exchange: Exchange) => void) | undefined;

  constructor(
    probe: string,
    shared: Shared,
    onExchange?: (exchange: Exchange) => void,
    signal?: AbortSignal,
    run: object = shared,
  ) {
    const { address, replicas, keys, access, expect } = shared.options;
    this.expect = expect;
    this.effort = shared.options.effort ?? 'thorough';
    this.run = run;
    this.hasSecondKey = keys.second !== undefined;
    this.nonce = shared.nonces.of(probe);
    this.ledger = shared.ledger;
    this.upstream = shared.upstream;
    this.#shared = shared;
    this.#onExchange = onExchange;
    const signals = [shared.run.signal, signal].filter((each) => each !== undefined);
    this.#run =
      signals.length === 0 ? shared.run : { ...shared.run, signal: AbortSignal.any(signals) };
    this.#destination = {
      address,
      keys,
      key: keyCarriage(expect),
      ...(access && { access }),
      ...(replicas && { replicas }),
      sender: probe,
      deadlineMs: expect.answerDeadlineMs,
    };
  }

  offers(operation: Operation | 'other'): boolean {
    return this.#shared.options.isAbsent?.(operation) !== true;
  }

  async send(request: ProbeRequest): Promise<Exchange> {
    if (request.expected !== undefined) requireWellFormed(request);
    let budgetMs = this.expect.retryBudgetMs;
    for (let retry = 0; ; retry += 1) {
      const attempt = (request.attempt ?? 1) + retry;
      const exchange = await this.#once({ ...request, attempt });
      const waitMs = retryWaitMs(exchange, retry, Date.now());
      const isLast = retry >= (request.retries ?? RETRIES);
      if (waitMs === undefined || isLast || waitMs > budgetMs) return exchange;
      budgetMs -= waitMs;
      if (!(await this.#slept(waitMs))) return exchange;
    }
  }

  control(request: ProbeRequest): Promise<Exchange> {
    if (this.effort === 'thorough') return this.send(request);
    return this.#shared.controls.of(request, () => this.send(request));
  }

  async together(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]> {
    return this.#within(requests, async () => sendTogether(this.#outgoings(requests), this.#run));
  }

  async inOrder(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]> {
    const survivors = requests.map((request, at) => (at === 0 ? request : asSurvivor(request)));
    return this.#within(requests, async () => sendInOrder(this.#outgoings(survivors), this.#run));
  }

  async sleep(ms: number): Promise<void> {
    if (!(await this.#slept(ms))) throw new ProbeInterrupted();
  }

  /** False when the run ended meanwhile. */
  async #slept(ms: number): Promise<boolean> {
    const { signal } = this.#run;
    return wait(ms, true, signal && { signal }).catch(() => false);
  }

  #outgoings(requests: readonly ProbeRequest[]): readonly Outgoing[] {
    for (const request of requests) {
      if (request.expected !== undefined) requireWellFormed(request);
    }
    return requests.map((request) => outgoingOf(request, this.#destination));
  }

  async #once(request: ProbeRequest): Promise<Exchange> {
    const outgoing = outgoingOf(request, this.#destination);
    const [exchange] = await this.#within([request], async () => [
      await this.#shared.client.send(outgoing, this.#run.signal),
    ]);
    if (exchange === undefined) throw new Error('The HTTP client returned nothing.');
    return exchange;
  }

  /** Sends within the budget, and not to an operation that stalls. */
  async #within(
    requests: readonly ProbeRequest[],
    send: () => Promise<readonly Exchange[]>,
  ): Promise<readonly Exchange[]> {
    const { stalled, options } = this.#shared;
    stalled.refuse(requests);
    const reserved = options.budget?.take(requests) ?? [];
    let exchanges: readonly Exchange[] = [];
    try {
      exchanges = await send();
    } finally {
      options.budget?.settle(reserved, exchanges);
    }
    return this.#recorded(requests, exchanges);
  }

  /** Each exchange with the one that created its video job, so that both can be sent again. */
  #recorded(
    requests: readonly ProbeRequest[],
    exchanges: readonly Exchange[],
  ): readonly Exchange[] {
    const recorded = exchanges.map((exchange, index) => {
      const madeBy = this.#shared.makers.get(requests[index]?.id ?? '');
      return madeBy === undefined ? exchange : { ...exchange, madeBy };
    });
    this.#record(recorded);
    for (const exchange of recorded.filter(({ operation }) => operation === 'video-create')) {
      const id = jobIn(exchange, this.expect.videoStates)?.id;
      if (id !== undefined) this.#shared.makers.set(id, exchange);
    }
    return recorded;
  }

  #record(exchanges: readonly Exchange[]): void {
    this.#shared.record(exchanges);
    for (const exchange of exchanges) this.#onExchange?.(exchange);
  }
}

/** A gateway may close a connection between two requests: only the rules about that judge how it ends. */
function asSurvivor(request: ProbeRequest): ProbeRequest {
  return request.expected === 'accepted' ? { ...request, expected: 'legal' } : request;
}
