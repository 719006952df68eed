import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../conformance/rule.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { LIFE_DEADLINE_MS, type SignOfLife } from '../../conformance/sending/signs-of-life.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Abort } from '../../measure/abort-watch.ts';
import { type ArrivalTotals, healthOf } from '../../measure/generator-health.ts';
import { LoadMeasure } from '../../measure/load-measure.ts';
import type { ExchangeObserver } from '../../measure/measured-exchange.ts';
import type { Objective } from '../../measure/objective.ts';
import type { LoadProgress, LoadResult } from '../load-result.ts';
import type { Workload } from '../workload/workload.ts';
import { EffectLookup, type Effects } from './effect-lookup.ts';
import { EngineStream, type ShareHome } from './engine-stream.ts';
import { Groups } from './groups.ts';
import { HealthySeconds } from './healthy-seconds.ts';
import { HoldBack } from './hold-back.ts';
import { LoadJudge } from './load-judge.ts';
import { type AbortOn, LoadMonitor } from './load-monitor.ts';
import { mergeSeconds } from './merge-seconds.ts';
import { TargetLiveness, type TargetLoss } from './target-liveness.ts';

/** By what a load run is measured and judged. */
export interface LoadCriteria {
  readonly workload: Workload;
  /** None when nothing is to be judged: exchanges are measured all the same. */
  readonly rules: readonly Rule[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  readonly objectives: readonly Objective[];
  /** Sees each exchange as it was measured. */
  readonly observer?: ExchangeObserver;
}

export interface CollectorOptions {
  /** How many engines bring something; with more than one, exchanges are numbered anew. */
  readonly engines: number;
  /** Wall clock at the origin of the run; that of the first engine unless said otherwise. */
  readonly originUnixMs?: number;
  /** Counts effects under keys; absent when the target has no ledger. */
  readonly effects?: Effects;
  /** Takes an exchange to be judged by the rules that look at each by itself, or leaves it. */
  readonly elsewhere?: (exchange: Exchange) => boolean;
  /** Looks whether the target still lives; absent where nobody can look any more. */
  readonly look?: () => Promise<SignOfLife>;
  /** Told once a second, with what all engines came to. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Absent where nothing can end the load early. */
  readonly abortOn?: AbortOn;
  /** RecordingHeader, once, that a condition is true. */
  readonly onAbort?: () => void;
}

/** Measures and judges what the engines of one run bring, live or from recordings. */
export class LoadCollector {
  readonly judge: LoadJudge;
  readonly streams: readonly EngineStream[];
  readonly #criteria: LoadCriteria;
  readonly #options: CollectorOptions;
  readonly #measure: LoadMeasure;
  readonly #settled: EffectLookup;
  readonly #watch: LoadMonitor | undefined;
  readonly #healthy: HealthySeconds;
  readonly #brokenOff = new HoldBack();
  readonly #liveness = new TargetLiveness();
  readonly #home: ShareHome;
  #taken = 0;

  constructor(criteria: LoadCriteria, options: CollectorOptions) {
    const { rules, profile, capabilities, objectives } = criteria;
    this.#criteria = criteria;
    this.#options = options;
    this.#healthy = new HealthySeconds(options.engines);
    this.judge = new LoadJudge(rules, profile, capabilities, this.#healthy);
    const { inFlightStatus, streamField } = profile.expect;
    this.#measure = new LoadMeasure(objectives, inFlightStatus, streamField);
    if (criteria.observer !== undefined) this.#measure.subscribe(criteria.observer);
    // Whoever reads a recording does not watch it, and would pay for it.
    const { onProgress, abortOn = onProgress && NEVER } = options;
    this.#watch = abortOn && new LoadMonitor(this.#measure, this.judge, abortOn);
    this.#settled = new EffectLookup(options.effects, (series) => this.judge.group('key', series));
    this.#home = {
      originUnixMs: options.originUnixMs,
      take: (exchange) => this.#take(exchange),
      second: (stream) => this.#onHealth(stream),
    };
    this.streams = Array.from(
      { length: options.engines },
      () => new EngineStream(this.#home, this.#groups()),
    );
  }

  /** Why the load is to be ended early; absent as long as it is not. */
  get abort(): Abort | undefined {
    return this.#watch?.abort;
  }

  /** To be awaited now and then by whoever brings exchanges faster than they came. */
  async makeRoom(): Promise<void> {
    await this.#settled.makeRoom();
  }

  /** Ends the run. Call once. */
  async finish(failures: readonly string[]): Promise<LoadResult> {
    for (const stream of this.streams) stream.finish();
    const { isThere, targetLoss } = await this.#lookAgain();
    const brokenOff = this.#brokenOff.finish(isThere);
    // Effects that were recorded can be read even so.
    await this.#settled.finish(isThere || this.#options.look === undefined);
    this.#healthy.finish();
    const { workload, rules } = this.#criteria;
    const seconds = mergeSeconds(this.streams.map((stream) => stream.seconds));
    const { abort } = this;
    const { originUnixMs } = this.#home;
    const endMs = Math.max(0, ...this.streams.map((stream) => stream.endMs));
    return {
      workload,
      failures: [...failures, ...this.judge.failures],
      measure: this.#measure,
      judges: this.judge.judges,
      health: healthOf(seconds, this.#arrivals(), targetLoss && (targetLoss.afterMs ?? 0)),
      exchanges: this.#sum((stream) => stream.exchanges),
      judgedExchanges: rules.length === 0 ? 0 : this.judge.exchanges,
      groups: {
        judged: this.#sum(({ groups }) => groups.judged) - brokenOff.groups,
        notJudged: this.#sum(({ groups }) => groups.notJudged) + brokenOff.groups,
      },
      dropped: {
        bodies: this.#sum(({ losses }) => losses.bodies),
        timings: this.#sum(({ losses }) => losses.timings),
      },
      brokenOff,
      ...(targetLoss && { targetLoss }),
      ...(originUnixMs !== undefined && { originUnixMs }),
      seconds,
      durationMs: Math.min(endMs, abort?.atMs ?? workload.durationMs),
      endMs,
      ...(abort && { abort }),
    };
  }

  #groups(): Groups {
    const { videoStates } = this.#criteria.profile.expect;
    return new Groups((kind, series) => {
      this.#measure.recordGroup(kind, series.exchanges, videoStates);
      this.#brokenOff.group(series, () => {
        if (kind === 'key') this.#settled.add(series);
        else this.judge.group(kind, series);
      });
    });
  }

  /** What broke off or never came is the gateway's doing only if it is still there. */
  async #lookAgain(): Promise<{ readonly isThere: boolean; readonly targetLoss?: TargetLoss }> {
    const { look } = this.#options;
    const { isRefusing, isUnanswered, seemsThere } = this.#brokenOff;
    const gone = { isThere: false, targetLoss: this.#liveness.loss };
    if (look === undefined) {
      if (isRefusing || this.#liveness.isUnresponsive) return gone;
      return { isThere: !isUnanswered || seemsThere };
    }
    const isUnresponsive = this.#liveness.isUnresponsiveAfter(LIFE_DEADLINE_MS);
    if (!isUnanswered && !isUnresponsive) return { isThere: true };
    const sign = await look();
    return sign === 'refused' || (sign === 'silent' && isUnresponsive) ? gone : { isThere: true };
  }

  #take(exchange: Exchange): Exchange {
    this.#taken += 1;
    // Ids of several engines would meet.
    const numbered = this.streams.length === 1 ? exchange : { ...exchange, id: this.#taken };
    this.#measure.record(numbered);
    this.#brokenOff.note(numbered);
    this.#liveness.note(numbered);
    this.#brokenOff.exchange(numbered, () => this.#judge(numbered));
    return numbered;
  }

  #judge(exchange: Exchange): void {
    const isElsewhere = this.#options.elsewhere?.(exchange) === true;
    this.judge.exchange(exchange, isElsewhere ? 'run' : 'each');
  }

  #onHealth(stream: EngineStream): void {
    const latest = stream.seconds.at(-1);
    if (latest !== undefined) this.#healthy.onHealth(this.streams.indexOf(stream), latest);
    if (stream !== this.streams[0] || this.#watch === undefined) return;
    const last = mergeSeconds(this.streams.map(({ seconds }) => seconds.slice(-1))).at(-1);
    if (last === undefined) return;
    const wasHopeless = this.abort !== undefined;
    const arriving = last.atMs <= this.#criteria.workload.durationMs;
    const recent = this.#watch.onHealth(last, arriving, this.#liveness.silentMsAt(last.atMs));
    if (!wasHopeless && this.abort !== undefined) this.#options.onAbort?.();
    this.#options.onProgress?.({
      ...last,
      ...recent,
      exchanges: this.judge.exchanges,
      errors: this.#measure.errors,
      findings: this.judge.findings,
    });
  }

  #arrivals(): ArrivalTotals {
    return {
      scheduled: this.#sum(({ arrivals }) => arrivals.scheduled),
      started: this.#sum(({ arrivals }) => arrivals.started),
      notStarted: this.#sum(({ arrivals }) => arrivals.notStarted),
      interrupted: this.#sum(({ arrivals }) => arrivals.interrupted),
    };
  }

  #sum(of: (stream: EngineStream) => number): number {
    return this.streams.reduce((sum, stream) => sum + of(stream), 0);
  }
}

const NEVER: AbortOn = { conditions: [], levelOf: ({ level }) => level, isAccepted: () => false };
