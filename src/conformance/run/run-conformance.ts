import type { Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { Turns } from '../../input/turns.ts';
import type { Effort } from '../effort.ts';
import type { Series } from '../evidence.ts';
import { type OnExample, RuleJudge } from '../judge.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import type { Probe, Rule } from '../rule.ts';
import type { Tally } from '../tally.ts';
import type { Timekeeping } from '../timekeeping.ts';
import { absenceReason, isAbsent, isOfAbsent, operationsOf } from './absent-operations.ts';
import { missingOperationsByRule } from './missing-operations.ts';
import { type Capabilities, type Exclusion, exclusionOf } from './prerequisites.ts';
import {
  type CutShort,
  type GatheredBy,
  type ProbeRunOptions,
  type ProbeRunResult,
  runProbes,
  type TargetGone,
} from './run-probes.ts';
import { SharedEvidence } from './shared-evidence.ts';

/** Judging longer without a pause would hold up the probes that run meanwhile, and their clocks. */
const SLICE_MS = 5;

export interface ConformanceOptions extends ProbeRunOptions {
  readonly rules: readonly Rule[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  /** Whether this process was stalled while it sent and read; times are trusted when absent. */
  readonly timekeeping?: Timekeeping;
  /** Operations that the profile says are offered, and whose answer says that they are not. */
  readonly missingOperations?: ReadonlyMap<Operation, Exchange>;
  /** How much the probes send; `thorough` when absent. */
  readonly effort?: Effort;
  readonly onExample?: OnExample | undefined;
}

/** The outcome of one rule: judged, or excluded with the reason. */
export interface RuleOutcome {
  readonly rule: Rule;
  readonly tally: Tally;
  readonly exclusion?: Exclusion;
  /** What its probe omitted, in a modest run. */
  readonly omitted?: string;
  /** How long its probe took; shared by the rules that share the probe. */
  readonly durationMs?: number;
}

export interface ConformanceResult {
  readonly outcomes: readonly RuleOutcome[];
  /** Why some probes did not run. */
  readonly cutShort?: CutShort;
  /** When the target stopped responding. */
  readonly gone?: TargetGone;
  /** Defects of Assay in rules and probes, a sentence each. */
  readonly failures: readonly string[];
}

/** Runs each probe once and lets its rules judge what it gathered. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  return await new ConformanceRun(options).run();
}

class ConformanceRun {
  readonly #options: ConformanceOptions;
  readonly #outcomes: RuleOutcome[] = [];
  readonly #judges = new Map<Probe, RuleJudge[]>();
  /** Rules that lost evidence because operations are absent, with the reason. */
  readonly #unsettled = new Map<Rule, string>();
  /** Judges of all rules that are not excluded. */
  readonly #allJudges: RuleJudge[] = [];

  constructor(options: ConformanceOptions) {
    this.#options = options;
    const missing = missingOperationsByRule(
      options.rules,
      options.profile,
      options.missingOperations,
    );
    for (const rule of options.rules) {
      const judge = new RuleJudge(rule, options.profile.expect, options);
      for (const { finding, exchange } of missing.get(rule) ?? [])
        judge.addFinding(finding, exchange);
      this.#enlist(judge);
    }
  }

  async run(): Promise<ConformanceResult> {
    const run = await runProbes([...this.#judges.keys()], this.#options, (gathered) =>
      this.#onGathered(gathered),
    );
    for (const [probe, reason] of run.unfinished) {
      for (const judge of this.#judges.get(probe) ?? []) judge.tally.reasons.add(reason);
    }
    return {
      outcomes: this.#outcomes.map((outcome) => this.#settled(outcome, run)),
      failures: run.failures,
      ...(run.cutShort && { cutShort: run.cutShort }),
      ...(run.gone && { gone: run.gone }),
    };
  }

  #enlist(judge: RuleJudge): void {
    const { rule, tally } = judge;
    const { profile, capabilities } = this.#options;
    const exclusion = exclusionOf(rule, profile, capabilities);
    this.#outcomes.push({ rule, tally, ...(exclusion && { exclusion }) });
    if (exclusion !== undefined) return;
    this.#allJudges.push(judge);
    this.#judges.set(rule.probe, [...(this.#judges.get(rule.probe) ?? []), judge]);
  }

  async #onGathered({ probe, pieces, unmet, exchanges, repeat }: GatheredBy): Promise<void> {
    const judges = this.#judges.get(probe) ?? [];
    for (const judge of judges) if (unmet) judge.addUnmet(unmet);
    await this.#judge(judges, pieces);
    await this.#tryAgain(repeat, judges);
    await this.#share(exchanges, pieces, judges);
  }

  /** Runs a probe again for the rules that measure time, when Assay itself was stalled in it. */
  async #tryAgain(repeat: GatheredBy['repeat'], judges: readonly RuleJudge[]): Promise<void> {
    for (let tries = 1; tries < TIMED_TRIES; tries += 1) {
      const aside = judges.filter(({ tally }) => tally.setAside > 0);
      const gathered = aside.length === 0 ? undefined : await repeat();
      if (gathered === undefined) return;
      for (const judge of aside) judge.takeSetAside();
      await this.#judge(aside, gathered.pieces);
    }
  }

  async #judge(
    judges: readonly RuleJudge[],
    gathered: readonly (Exchange | Series)[],
  ): Promise<void> {
    const { profile } = this.#options;
    const turns = new Turns(SLICE_MS);
    for (const piece of gathered.filter((each) => !isOfAbsent(each, profile))) {
      for (const judge of judges) {
        judge.judgeOwn(piece);
        if (turns.isOver()) await turns.next();
      }
    }
    for (const judge of judges) {
      const lost = absenceReason([...operationsOf(gathered), ...judge.rule.operations], profile);
      if (lost !== '') this.#unsettled.set(judge.rule, lost);
    }
  }

  /** Lets the rules of all other probes judge what this one gathered, where it settles them. */
  async #share(
    exchanges: readonly Exchange[],
    pieces: readonly (Exchange | Series)[],
    own: readonly RuleJudge[],
  ): Promise<void> {
    const others = this.#allJudges.filter((judge) => !own.includes(judge));
    const turns = new Turns(SLICE_MS);
    const shared = new SharedEvidence(exchanges, this.#options.profile, pieces);
    for (const [piece, judges] of takersOf(shared, others)) {
      for (const judge of judges) {
        judge.judgeShared(piece);
        if (turns.isOver()) await turns.next();
      }
    }
  }

  #settled(outcome: RuleOutcome, { durationsMs }: ProbeRunResult): RuleOutcome {
    const reason = this.#unsettled.get(outcome.rule);
    if (reason !== undefined && isUnsettledFor(outcome, this.#options.profile)) {
      return { ...outcome, exclusion: { verdict: 'not-applicable', reason } };
    }
    const unseen = unseenBy(outcome.tally);
    if (unseen !== undefined) {
      return { ...outcome, exclusion: { verdict: 'not-applicable', reason: unseen } };
    }
    const durationMs = durationsMs.get(outcome.rule.probe);
    const ran = outcome.exclusion === undefined && durationMs !== undefined;
    if (!ran) return outcome;
    const { modest } = outcome.rule.probe;
    const omitted = this.#options.effort === 'modest' ? modest : undefined;
    return { ...outcome, durationMs, ...(omitted !== undefined && { omitted }) };
  }
}

/** Each piece with all of its judges: what one of them parses, the next need not parse again. */
function takersOf(
  shared: SharedEvidence,
  judges: readonly RuleJudge[],
): ReadonlyMap<Exchange | Series, readonly RuleJudge[]> {
  const takers = new Map<Exchange | Series, RuleJudge[]>();
  for (const judge of judges) {
    for (const piece of shared.for(judge.rule)) {
      const known = takers.get(piece);
      if (known === undefined) takers.set(piece, [judge]);
      else known.push(judge);
    }
  }
  return takers;
}

/**
 * Whether nothing was settled because of what is absent: no evidence is left, or the operation
 * that the rule is about first is absent. What an offered operation leaves open could not be verified.
 */
function isUnsettledFor({ rule, tally }: RuleOutcome, profile: ResolvedProfile): boolean {
  if (tally.judged + tally.findings > 0) return false;
  const [about] = rule.operations;
  return tally.unverified === 0 || (about !== undefined && isAbsent(about, profile));
}

/** What the target need not show and never showed; undefined where anything else is missing. */
function unseenBy({ judged, findings, unverified, unseen, reasons }: Tally): string | undefined {
  const isUnseen = judged + findings === 0 && unseen > 0 && unseen >= unverified;
  return isUnseen ? `${[...reasons].join('; ')}: none was seen` : undefined;
}

/** Times that a probe runs, at most, for findings that measure time. */
const TIMED_TRIES = 3;
