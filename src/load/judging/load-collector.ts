import type { OnExample } from '../../conformance/judge.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../conformance/rule.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { Effects } from '../../conformance/sending/effect-ledger.ts';
import type { Liveness } from '../../conformance/sending/liveness.ts';
import { CutAnswers } from '../../exchange/body-budget.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { gapBetween, type Origin } from '../../exchange/upstream/origin.ts';
import { defined } from '../../input/defined.ts';
import type { Abort } from '../../measure/abort-watch.ts';
import { healthOf } from '../../measure/generator-health.ts';
import { LoadMeasure } from '../../measure/load-measure.ts';
import type { ExchangeObserver } from '../../measure/measured-exchange.ts';
import type { Objective } from '../../measure/objective.ts';
import type { LoadProgress, LoadResult } from '../load-result.ts';
import type { FrameObserver, Health } from '../tap/tap-frame.ts';
import type { Workload } from '../workload/workload.ts';
import { EffectLookup } from './effect-lookup.ts';
import { EngineStream, mergeSeconds, totalsOf } from './engine-stream.ts';
import { Groups, type WholeGroup } from './groups.ts';
import { HealthySeconds } from './healthy-seconds.ts';
import { HoldBack } from './hold-back.ts';
import { LoadJudge } from './load-judge.ts';
import { type AbortOn, LoadMonitor } from './load-monitor.ts';
import { type OnPair, type RelaySource, Relays } from './relays.ts';
import { TargetLiveness } from './target-liveness.ts';
import type { Judgeable, Stage } from './waiting.ts';

/** Takes the exchanges of a run. */
export interface ExchangeSink {
  /** @param originUnixMs the wall clock at the origin of its times */
  add(exchange: Exchange, originUnixMs: number): void;
}

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
  /** Gets each exchange by the clock of the run. */
  readonly traces?: ExchangeSink;
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
  readonly #liveness: TargetLiveness;
  readonly #holdBack: HoldBack;
  readonly #relays: Relays | undefined;
  readonly #effects: EffectLookup | undefined;
  /** What a piece passes before it is judged, in this order. */
  readonly #stages: readonly Stage[];
  #origin: Origin | undefined;
  #exchanges = 0;
  #isWhole = true;

  constructor(criteria: LoadCriteria, options: CollectorOptions) {
    const { rules, profile, capabilities, objectives } = criteria;
    this.#criteria = criteria;
    this.#options = options;
    this.#origin = options.origin;
    this.#liveness = new TargetLiveness(criteria.workload.inFlight);
    this.#healthy = new HealthySeconds(options.engines);
    this.judge = new LoadJudge(rules, profile, capabilities, {
      timekeeping: this.#healthy,
      onExample: criteria.onExample,
    });
    this.#measure = new LoadMeasure(objectives, profile.expect, profile.expect.streamField);
    if (criteria.observer !== undefined) this.#measure.subscribe(criteria.observer);
    // Reading a recording shows no progress, and is faster without these figures.
    const { onProgress, abortOn = onProgress && NEVER, upstream, effects } = options;
    this.#monitor =
      abortOn && new LoadMonitor(this.#measure, this.judge, abortOn, criteria.workload.durationMs);
    this.#holdBack = new HoldBack((piece) => this.#passAfter(this.#holdBack, piece));
    this.#relays = upstream && this.#relaysOf(upstream);
    this.#effects = effects && new EffectLookup(effects, (piece) => this.#judge(piece));
    this.#stages = [this.#holdBack, this.#relays, this.#effects].filter(
      (each) => each !== undefined,
    );
    this.#streams = Array.from({ length: options.engines }, () => new EngineStream());
    this.observers = this.#streams.map((stream, engine) => this.#observerOf(stream, engine));
  }

  /** Why the load is to be ended early; absent as long as it is not. */
  get abort(): Abort | undefined {
    return this.#monitor?.abort;
  }

  /** To be awaited now and then where exchanges are read faster than they were sent. */
  async makeRoom(): Promise<void> {
    await this.#effects?.makeRoom();
  }

  /**
   * The end of the run is missing: evidence that later frames could have excused counts for nothing.
   * Call before `finish`.
   */
  noteCut(): void {
    this.#isWhole = false;
  }

  /** Ends the run. Call once. */
  async finish(failures: readonly string[]): Promise<LoadResult> {
    const { probe, canJudgeLater } = this.#options;
    const { workload, rules } = this.#criteria;
    this.#groups.finish();
    const { isThere, targetLoss } = await this.#liveness.check(probe, this.#isWhole);
    // Recorded effects can be read even where the target is gone.
    const hasLedger = isThere || probe === undefined;
    const end = { isThere, hasLedger, isWhole: this.#isWhole };
    for (const each of [...this.#stages, this.#healthy]) await each.end(end);
    const groups = this.#groups.counts();
    const seconds = mergeSeconds(this.#streams.map((stream) => stream.seconds));
    const { arrivals, isUnread, ...totals } = totalsOf(this.#streams);
    const { lost } = this.#holdBack;
    return {
      workload,
      failures: [...failures, ...this.judge.failures],
      measure: this.#measure,
      judges: this.judge.judges,
      health: healthOf(seconds, arrivals, targetLoss && (targetLoss.afterMs ?? 0), canJudgeLater),
      ...totals,
      judgedExchanges: rules.length === 0 ? 0 : this.judge.exchanges,
      groups: {
        judged: groups.judged - lost.groups,
        notJudged: groups.notJudged + lost.groups,
      },
      cutAnswers: this.#cutAnswers.byLimit,
      brokenOff: lost,
      seconds,
      durationMs: Math.min(totals.endMs, this.abort?.atMs ?? workload.durationMs),
      ...(isUnread && { isUnread }),
      ...defined({
        relays: this.#relays?.counts,
        targetLoss,
        originUnixMs: this.#origin?.originUnixMs,
        abort: this.abort,
      }),
    };
  }

  #relaysOf(upstream: RelaySource): Relays {
    const { profile, onPair } = this.#criteria;
    const relays = new Relays(upstream, profile.expect, {
      judge: (relay) => this.judge.series('relay', relay),
      onPair: (exchange, added) => {
        this.#measure.series.addRelay(exchange, added);
        onPair?.(exchange, added);
      },
      // A ledger counts the effects of a key better than the calls for it do.
      ...(this.#options.effects === undefined && {
        next: (piece: Judgeable) => this.#passAfter(relays, piece),
      }),
    });
    return relays;
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
    this.#criteria.traces?.add(exchange, this.#origin?.originUnixMs ?? 0);
    this.#liveness.note(exchange);
    this.#holdBack.note(exchange);
    this.#pass({ exchange }, this.#stages);
    return exchange;
  }

  #recordGroup(group: WholeGroup): void {
    const { videoStates } = this.#criteria.profile.expect;
    if (group.kind === 'job') this.#measure.jobs.add(group.series.exchanges, videoStates);
    this.#pass({ group }, this.#stages);
  }

  #passAfter(stage: Stage, piece: Judgeable): void {
    this.#pass(piece, this.#stages.slice(this.#stages.indexOf(stage) + 1));
  }

  /** Lets the piece be judged, or wait in one of the stages. */
  #pass(piece: Judgeable, stages: readonly Stage[]): void {
    if (!stages.some((stage) => stage.holds(piece))) this.#judge(piece);
  }

  #judge(piece: Judgeable): void {
    if ('group' in piece) this.judge.series(piece.group.kind, piece.group.series);
    else {
      const isElsewhere = this.#options.elsewhere?.(piece.exchange) === true;
      this.judge.exchange(piece.exchange, isElsewhere ? 'run' : 'each');
    }
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
