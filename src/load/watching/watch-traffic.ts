import { once } from 'node:events';
import type { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { BodyBudget } from '../../exchange/body-budget.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import { Turns } from '../../input/turns.ts';
import { facesOthers, namesThisMachine } from '../../target/upstream/listen-address.ts';
import { LoadCollector, type LoadCriteria } from '../judging/load-collector.ts';
import type { LoadProgress, LoadResult } from '../load-result.ts';
import type { FrameObserver, Health } from '../tap/tap-frame.ts';
import { type ClientSpeech, clientServer } from './client-server.ts';
import { redactTraffic } from './redact-traffic.ts';
import type { RequestedOperation } from './request-reader.ts';
import { SeenSecrets } from './seen-secrets.ts';
import { TrafficRecorder, type WatchedTarget } from './traffic-recorder.ts';
import { WatchedConnection, type WatchedSide } from './watched-connection.ts';
import { endOfTraffic, helloOfTraffic, WatchedGroups } from './watched-groups.ts';

export interface WatchOrder extends LoadCriteria, ClientSpeech {
  readonly target: WatchedTarget;
  readonly host: string;
  readonly port: number;
  /** Ends the watching. */
  readonly signal: AbortSignal;
  /** Called when clients can connect. */
  readonly onReady: (port: number) => void;
  /** Called once a second. */
  readonly onProgress: (progress: LoadProgress) => void;
}

export interface Watched {
  readonly result: LoadResult;
  /** Requests that were passed on and not recorded. */
  readonly unread: number;
}

const SECOND_MS = 1000;
/** Time for the last responses to be recorded. */
const SETTLE_MS = 1000;
const NS_PER_MS = 1e6;

/**
 * Stands between clients and the target until the signal, and judges what passes.
 * @throws the error of a server that cannot listen, such as EADDRINUSE
 */
export async function watchTraffic(order: WatchOrder): Promise<Watched> {
  const origin = performance.now();
  const now = (): number => performance.now() - origin;
  const { profile, onProgress } = order;
  const collector = new LoadCollector(order, { engines: 1, onProgress });
  const [observer = {}] = collector.observers;
  const judging = new Judging(observer, new WatchedGroups(profile.expect.videoStates));
  const secrets = new SeenSecrets(keyCarriage(profile.expect));
  const recorder = new TrafficRecorder({
    target: order.target,
    secrets,
    bodies: judging.bodies,
    now,
    onExchange: (exchange, requested) => judging.add(exchange, requested),
    waiting: () => judging.waiting,
  });
  const side: WatchedSide = {
    ...order.target,
    admits: facesOthers(order) ? () => true : namesThisMachine,
  };
  observer.hello?.(helloOfTraffic(Date.now()));
  const connections = new Set<WatchedConnection>();
  const { server, cut } = clientServer((client) => {
    const connection = new WatchedConnection(client, side, recorder, () =>
      connections.delete(connection),
    );
    connections.add(connection);
  }, order);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  try {
    const port = await listen(server, order);
    delay.enable();
    order.onReady(port);
    while (!order.signal.aborted) {
      await sleep(SECOND_MS, undefined, { signal: order.signal }).catch(() => {});
      observer.health?.(healthAt(now(), judging.exchanges, recorder.open, delay));
      delay.reset();
      judging.endGroups(now());
    }
  } finally {
    delay.disable();
    server.close();
    for (const connection of connections) connection.close();
    cut();
  }
  const deadlineMs = now() + SETTLE_MS;
  while (recorder.open > 0 && now() < deadlineMs) await sleep(1);
  await judging.finish();
  observer.end?.(endOfTraffic(now(), judging.exchanges));
  const result = redactTraffic(await collector.finish([]), secrets.redactor);
  return { result, unread: recorder.unread + judging.failed };
}

/** Judges exchanges one after the other, so that bytes are passed on meanwhile. */
class Judging {
  readonly bodies = new BodyBudget(LIMITS.probeBodies.value);
  readonly #observer: FrameObserver;
  readonly #groups: WatchedGroups;
  readonly #queue: (() => void)[] = [];
  #draining: Promise<void> | undefined;
  exchanges = 0;
  /** What could not be judged because of a defect. */
  failed = 0;

  constructor(observer: FrameObserver, groups: WatchedGroups) {
    this.#observer = observer;
    this.#groups = groups;
  }

  add(exchange: Exchange, { jobId }: RequestedOperation): void {
    this.exchanges += 1;
    this.#enqueue(() => {
      this.#observer.exchange?.(this.#groups.join(exchange, jobId));
      this.bodies.release(exchange.answer?.body);
    });
  }

  get waiting(): number {
    return this.#queue.length;
  }

  endGroups(nowMs: number): void {
    this.#enqueue(() => {
      for (const end of this.#groups.ended(nowMs)) this.#observer.groupEnd?.(end);
    });
  }

  /** Judges what is left. Call once. */
  async finish(): Promise<void> {
    this.#enqueue(() => {
      for (const end of this.#groups.finish()) this.#observer.groupEnd?.(end);
    });
    await this.#draining;
  }

  #enqueue(work: () => void): void {
    this.#queue.push(work);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    const turns = new Turns(0);
    for (let work = this.#queue.shift(); work !== undefined; work = this.#queue.shift()) {
      await turns.next();
      try {
        work();
      } catch {
        this.failed += 1;
      }
    }
    this.#draining = undefined;
  }
}

async function listen(server: Server, { host, port }: WatchOrder): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Whether this process kept up: how late its own turns were. */
function healthAt(
  atMs: number,
  exchanges: number,
  inFlight: number,
  delay: { percentile(percentile: number): number; readonly max: number },
): Health {
  const latenessP99Ms = delay.percentile(99) / NS_PER_MS;
  const latenessMaxMs = delay.max / NS_PER_MS;
  return {
    atMs,
    scheduled: exchanges + inFlight,
    started: exchanges + inFlight,
    completed: exchanges,
    inFlight,
    latenessP99Ms,
    latenessMaxMs,
    schedulerLatencyP99Ms: 0,
    tickerLatenessMaxMs: latenessMaxMs,
    gcShare: 0,
    cpuShare: 0,
    queuedBytes: 0,
  };
}
