import type { Relay, Series } from '../../conformance/evidence.ts';
import type { OnExample } from '../../conformance/judge.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../conformance/rule.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { withCallsAsEffects } from '../../conformance/sending/calls-as-effects.ts';
import { LIVENESS_DEADLINE_MS, type Liveness } from '../../conformance/sending/liveness.ts';
import { CutAnswers } from '../../exchange/cut-answers.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { gapBetween, type Origin } from '../../exchange/upstream/origin.ts';
import { defined } from '../../input/defined.ts';
import type { Abort } from '../../measure/abort-watch.ts';
import { type ArrivalTotals, healthOf } from '../../measure/generator-health.ts';
import { LoadMeasure } from '../../measure/load-measure.ts';
import type { ExchangeObserver } from '../../measure/measured-exchange.ts';
import type { Objective } from '../../measure/objective.ts';
import type { LoadProgress, LoadResult } from '../load-result.ts';
import type { FrameObserver } from '../tap/frame-observer.ts';
import type { Health } from '../tap/tap-frame.ts';
import type { Workload } from '../workload/workload.ts';
import { EffectLookup, type Effects } from './effect-lookup.ts';
import { EngineStream } from './engine-stream.ts';
import { Groups, type WholeGroup } from './groups.ts';
import { HealthySeconds } from './healthy-seconds.ts';
import { HoldBack, type Judgeable } from './hold-back.ts';
import { LoadJudge } from './load-judge.ts';
import { type AbortOn, LoadMonitor } from './load-monitor.ts';
import { mergeSeconds } from './merge-seconds.ts';
import type { RelaySource } from './relay-source.ts';
import { isOfKey, type OnPair, Relays } from './relays.ts';
import { TargetLiveness, type TargetLoss } from './target-liveness.ts';

const ASK_EVERY_MS = 250;

/** Criteria of a load run. */
export interface LoadCriteria {
  readonly workload: Workload;
  /** Empty when nothing is to be judged: exchanges are measured all the same. */
  readonly rules: readonly Rule[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  readonly objectives: readonly Objective[];
  /** Gets each exchange as it was measured. */
  readonly observer?: ExchangeObserver;
  /** Gets each exchange with its only upstream request; needs an upstream. */
  readonly onPair?: OnPair;
  /** Other threads report nothing before they have finished. */
  readonly onExample?: OnExample | undefined;
}

export interface CollectorOptions {
  /** With more than one, exchanges are renumbered. */
  readonly engines: number;
  /** Where times of the run begin, before each engine; with the first engine by default. */
  readonly origin?: Origin;
  /** Counts effects by key; absent when the target has no ledger. */
  readonly effects?: Effects;
  /** Offers an exchange to another thread; returns whether it was taken. */
  readonly elsewhere?: (exchange: Exchange) => boolean;
  /** What the provider behind the target received; absent where that is not Assay. */
  readonly upstream?: RelaySource;
  /** Tries to reach the target once more; absent where that is no longer possible. */
  readonly probe?: () => Promise<Liveness>;
  /** Called once a second, with the sums over all engines. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** See `healthOf`. */
  readonly canJudgeLater?: boolean;
  /** Absent where nothing can end the load early. */
  readonly abortOn?: AbortOn;
  /** Called once, when a condition is true. */
  readonly onAbort?: () => void;
  /** Called about once a second while the target refuses all connections. */
  readonly onGone?: () => void;
}

/** Measures and judges what the engines of one run send, live or from recordings. */
export class LoadCollector {
  readonly judge: LoadJudge;
  /** One for each engine: where its frames go. */
  readonly observers: readonly FrameObserver[];
  readonly #criteria: LoadCriteria;
  readonly #options: CollectorOptions;
  readonly #streams: readonly EngineStream[];
  readonly #groups = new Groups();
  readonly #measure: LoadMeasure;
  readonly #monitor: LoadMonitor | undefined;
  readonly #healthy: HealthySeconds;
  readonly #cutAnswers = new CutAnswers();
  readonly #holdBack = new HoldBack();
  readonly #liveness: TargetLiveness;
  readonly #effects: EffectLookup;
  readonly #relays: Relays | undefined;
  readonly #asking: NodeJS.Timeout | undefined;
  #origin: Origin | undefined;
  #exchanges = 0;
  #isCut = false;

  constructor(criteria: LoadCriteria, options: CollectorOptions) {
    const { rules, profile, capabilities, objectives } = criteria;
    this.#criteria = criteria;
    this.#liveness = new TargetLiveness(criteria.workload.inFlight);
    this.#options = options;
    this.#origin = options.origin;
    this.#healthy = new HealthySeconds(options.engines);
    this.judge = new LoadJudge(rules, profile, capabilities, {
      timekeeping: this.#healthy,
      onExample: criteria.onExample,
    });
    this.#measure = new LoadMeasure(objectives, profile.expect, profile.expect.streamField);
    if (criteria.observer !== undefined) this.#measure.subscribe(criteria.observer);
    // Reading a recording shows no progress, and is faster without these figures.
    const { onProgress, abortOn = onProgress && NEVER } = options;
    this.#monitor =
      abortOn && new LoadMonitor(this.#measure, this.judge, abortOn, criteria.workload.durationMs);
    const { upstream } = options;
    this.#relays =
      upstream &&
      new Relays(upstream, profile.expect, {
        judge: (relay) => this.#judgeRelay(relay),
        lose: (series) => this.#judgeOneEnd(series),
        onPair: (exchange, added) => {
          this.#measure.series.addRelay(exchange, added);
          criteria.onPair?.(exchange, added);
        },
      });
    this.#effects = new EffectLookup(options.effects);
    if (options.effects !== undefined) {
      this.#asking = setInterval(() => {
        if (!this.#effects.isAsking) void this.#judgeNextKeys();
      }, ASK_EVERY_MS);
    }
    this.#streams = Array.from({ length: options.engines }, () => new EngineStream());
    this.observers = this.#streams.map((stream, engine) => this.#observerOf(stream, engine));
  }

  /** Why the load is to be ended early; absent as long as it is not. */
  get abort(): Abort | undefined {
    return this.#monitor?.abort;
  }

  /** To be awaited now and then where exchanges are read faster than they were sent. */
  async makeRoom(): Promise<void> {
    if (this.#effects.hasBatch) await this.#judgeNextKeys();
  }

  /**
   * The end of the run is missing: evidence that later frames could have excused counts for nothing.
   * Call before `finish`.
   */
  noteCut(): void {
    this.#isCut = true;
  }

  /** Ends the run. Call once. */
  async finish(failures: readonly string[]): Promise<LoadResult> {
    this.#groups.finish();
    const { isThere, targetLoss } = await this.#probeTarget();
    for (const judgeable of this.#holdBack.finish(isThere)) this.#judge(judgeable);
    // Recorded effects can be read even then.
    await this.#judgeAllKeys(isThere || this.#options.probe === undefined);
    const relays = await this.#relays?.finish();
    this.#healthy.finish(!this.#isCut);
    const { workload, rules } = this.#criteria;
    const streams = this.#streams;
    const groups = this.#groups.counts();
    const seconds = mergeSeconds(streams.map((stream) => stream.seconds));
    const { lost } = this.#holdBack;
    const endMs = Math.max(0, ...streams.map((stream) => stream.endMs));
    return {
      workload,
      failures: [...failures, ...this.judge.failures],
      measure: this.#measure,
      judges: this.judge.judges,
      health: healthOf(
        seconds,
        arrivalsOf(streams),
        targetLoss && (targetLoss.afterMs ?? 0),
        this.#options.canJudgeLater,
      ),
      exchanges: sum(streams, ({ exchanges }) => exchanges),
      judgedExchanges: rules.length === 0 ? 0 : this.judge.exchanges,
      groups: {
        judged: groups.judged - lost.groups,
        notJudged: groups.notJudged + lost.groups,
      },
      dropped: {
        bodies: sum(streams, ({ losses }) => losses.bodies),
        timings: sum(streams, ({ losses }) => losses.timings),
      },
      cutAnswers: this.#cutAnswers.byLimit,
      brokenOff: lost,
      seconds,
      durationMs: Math.min(endMs, this.abort?.atMs ?? workload.durationMs),
      endMs,
      ...(streams.some(({ isUnread }) => isUnread) && { isUnread: true }),
      ...defined({
        relays,
        targetLoss,
        originUnixMs: this.#origin?.originUnixMs,
        abort: this.abort,
      }),
    };
  }

  #observerOf(stream: EngineStream, engine: number): FrameObserver {
    return {
      hello: (hello) => {
        this.#origin ??= hello;
        this.#relays?.begin(this.#origin, hello);
        stream.begin(gapBetween(this.#origin, hello).ms);
      },
      exchange: (exchange) =>
        this.#groups.add(this.#record(stream.exchange(exchange), engine), engine),
      groupEnd: (groupEnd) => {
        this.#measure.endGroup(groupEnd, engine);
        const group = this.#groups.end(groupEnd, engine);
        if (group !== undefined) this.#recordGroup(group);
      },
      health: (health) => this.#onHealth(engine, stream.health(health)),
      end: (end) => stream.end(end),
    };
  }

  /** @returns the exchange as the run numbers it */
  #record(received: Exchange, engine: number): Exchange {
    this.#exchanges += 1;
    // Two engines may use the same id.
    const isOnly = this.#streams.length === 1;
    const exchange = isOnly ? received : { ...received, id: this.#exchanges };
    this.#measure.record(exchange, engine);
    this.#cutAnswers.note(exchange);
    this.#liveness.note(exchange);
    for (const released of this.#holdBack.note(exchange)) this.#judge(released);
    if (!this.#holdBack.holdsExchange(exchange)) this.#judgeExchange(exchange);
    return exchange;
  }

  #recordGroup(group: WholeGroup): void {
    const { videoStates } = this.#criteria.profile.expect;
    if (group.kind === 'job') this.#measure.recordJob(group.series.exchanges, videoStates);
    if (!this.#holdBack.holdsGroup(group)) this.#judgeGroup(group);
  }

  #judge(judgeable: Judgeable): void {
    if ('group' in judgeable) this.#judgeGroup(judgeable.group);
    else this.#judgeExchange(judgeable.exchange);
  }

  #judgeExchange(exchange: Exchange): void {
    this.#relays?.note(exchange);
    const isElsewhere = this.#options.elsewhere?.(exchange) === true;
    this.judge.exchange(exchange, isElsewhere ? 'run' : 'each');
  }

  #judgeGroup({ kind, series }: WholeGroup): void {
    const isPaired = kind === 'key' && this.#relays?.noteGroup(series) === true;
    if (isPaired && !this.#hasLedger) return;
    if (kind === 'key' && this.#effects.add(series)) return;
    this.judge.group(kind, series);
  }

  #judgeRelay(relay: Relay): void {
    this.judge.relay(relay);
    this.#judgeOneEnd(withCallsAsEffects(relay));
  }

  /** Without a ledger, the retries with a key waited until the calls for them could be counted. */
  #judgeOneEnd(series: Series): void {
    if (!this.#hasLedger && series.exchanges.some(isOfKey)) this.judge.group('key', series);
  }

  get #hasLedger(): boolean {
    return this.#options.effects !== undefined;
  }

  async #judgeNextKeys(): Promise<void> {
    for (const series of await this.#effects.next()) this.judge.group('key', series);
  }

  async #judgeAllKeys(canAsk: boolean): Promise<void> {
    clearInterval(this.#asking);
    if (!canAsk) for (const series of this.#effects.giveUp()) this.judge.group('key', series);
    do await this.#judgeNextKeys();
    while (!this.#effects.isEmpty || this.#effects.isAsking);
  }

  /** What broke off or never came is the gateway's doing only if it is still there. */
  async #probeTarget(): Promise<{ readonly isThere: boolean; readonly targetLoss?: TargetLoss }> {
    const { probe } = this.#options;
    const liveness = this.#liveness;
    const gone = { isThere: false, targetLoss: liveness.loss };
    if (probe === undefined) {
      if (liveness.isGone || liveness.isUnresponsive) return gone;
      const isKnown = !this.#isCut && !liveness.isRefusing;
      return { isThere: isKnown || !liveness.hasBrokenOff };
    }
    const isUnresponsive = liveness.isUnresponsiveAfter(LIVENESS_DEADLINE_MS);
    if (!liveness.hasBrokenOff && !isUnresponsive) return { isThere: true };
    const sign = await probe();
    return sign === 'refused' || (sign === 'silent' && isUnresponsive) ? gone : { isThere: true };
  }

  #onHealth(engine: number, health: Health): void {
    this.#healthy.onHealth(engine, health);
    if (this.#liveness.isGone) this.#options.onGone?.();
    if (engine > 0 || this.#monitor === undefined) return;
    const latest = this.#streams.map(({ seconds }) => seconds.slice(-1));
    const last = mergeSeconds(latest).at(-1);
    if (last === undefined) return;
    const wasAborted = this.abort !== undefined;
    const arriving = last.atMs <= this.#criteria.workload.durationMs;
    const recent = this.#monitor.onHealth(last, arriving, this.#liveness.silentMsAt(last.atMs));
    if (!wasAborted && this.abort !== undefined) this.#options.onAbort?.();
    this.#options.onProgress?.({
      ...last,
      ...recent,
      exchanges: this.judge.exchanges,
      errors: this.#measure.errors,
      findings: this.judge.findings,
      behindMs: this.#origin === undefined ? 0 : msSince(this.#origin, last.atMs),
    });
  }
}

const NEVER: AbortOn = { conditions: [], levelOf: ({ level }) => level, isAccepted: () => false };

function msSince({ originUnixMs }: Origin, atMs: number): number {
  return Math.max(0, Date.now() - originUnixMs - atMs);
}

function arrivalsOf(streams: readonly EngineStream[]): ArrivalTotals {
  return {
    scheduled: sum(streams, ({ arrivals }) => arrivals.scheduled),
    started: sum(streams, ({ arrivals }) => arrivals.started),
    notStarted: sum(streams, ({ arrivals }) => arrivals.notStarted),
    interrupted: sum(streams, ({ arrivals }) => arrivals.interrupted),
  };
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
