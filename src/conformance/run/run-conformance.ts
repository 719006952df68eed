import type { Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { Turns } from '../../input/turns.ts';
import type { Effort } from '../effort.ts';
import type { Series } from '../evidence.ts';
import type { Feature } from '../expectations.ts';
import { type OnExample, RuleJudge } from '../judge.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import type { Probe, Rule } from '../rule.ts';
import type { Tally } from '../tally.ts';
import type { Timekeeping } from '../timekeeping.ts';
import { absenceSeen, decidedBy, withoutFeature } from './absent-features.ts';
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
  /** With the features that the run found absent. */
  readonly profile: ResolvedProfile;
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
  /** For every rule, in the order of the rules. */
  readonly #every: readonly RuleJudge[];
  readonly #byProbe: ReadonlyMap<Probe, readonly RuleJudge[]>;
  readonly #exclusions = new Map<Rule, Exclusion>();
  /** Rules whose findings stand for a feature that is absent. */
  readonly #signs = new Set<Rule>();
  /** Rules that lost evidence because operations are absent, with the reason. */
  readonly #unsettled = new Map<Rule, string>();
  #profile: ResolvedProfile;

  constructor(options: ConformanceOptions) {
    const { rules, profile, missingOperations } = options;
    this.#options = options;
    this.#profile = profile;
    const missing = missingOperationsByRule(rules, profile, missingOperations);
    this.#every = rules.map((rule) => {
      const judge = new RuleJudge(rule, profile.expect, options);
      for (const { finding, exchange } of missing.get(rule) ?? [])
        judge.addFinding(finding, exchange);
      return judge;
    });
    this.#byProbe = Map.groupBy(this.#every, ({ rule }) => rule.probe);
    this.#exclude();
  }

  async run(): Promise<ConformanceResult> {
    const judged = this.#judges().map(({ rule }) => rule);
    const deciding = decidedBy(judged, this.#profile);
    const probes = new Set(judged.map(({ probe }) => probe));
    const options: ProbeRunOptions = {
      ...this.#options,
      first: new Set(deciding.keys()),
      isNeeded: (probe) => this.#judges(probe).length > 0,
    };
    const run = await runProbes([...probes], options, async (gathered) => {
      this.#decide(deciding.get(gathered.probe) ?? [], gathered.pieces);
      await this.#onGathered(gathered);
    });
    for (const [probe, reason] of run.unfinished) {
      for (const judge of this.#judges(probe)) judge.tally.reasons.add(reason);
    }
    return {
      outcomes: this.#every.map((judge) => this.#settled(judge, run)),
      profile: this.#profile,
      failures: run.failures,
      ...(run.cutShort && { cutShort: run.cutShort }),
      ...(run.gone && { gone: run.gone }),
    };
  }

  /** The judges of rules that are not excluded: all, or those of a probe. */
  #judges(probe?: Probe): readonly RuleJudge[] {
    const all = probe === undefined ? this.#every : (this.#byProbe.get(probe) ?? []);
    return all.filter(({ rule }) => !this.#exclusions.has(rule));
  }

  #exclude(): void {
    for (const { rule } of this.#judges()) {
      const { profile, capabilities } = this.#options;
      const known = this.#signs.has(rule) ? profile : this.#profile;
      const exclusion = exclusionOf(rule, known, capabilities);
      if (exclusion !== undefined) this.#exclusions.set(rule, exclusion);
    }
  }

  /** Excludes the rules that need a feature which these pieces show to be absent. */
  #decide(features: readonly Feature[], pieces: GatheredBy['pieces']): void {
    if (features.length === 0) return;
    const rules = this.#judges().map(({ rule }) => rule);
    for (const feature of features) {
      const absence = absenceSeen(feature, pieces, rules, this.#profile);
      if (absence === undefined) continue;
      this.#profile = withoutFeature(this.#profile, feature, absence.reason);
      if (absence.shownBy) this.#signs.add(absence.shownBy);
    }
    this.#exclude();
  }

  async #onGathered({ probe, pieces, unmet, exchanges, repeat }: GatheredBy): Promise<void> {
    const judges = this.#judges(probe);
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
    const others = this.#judges().filter((judge) => !own.includes(judge));
    const turns = new Turns(SLICE_MS);
    const shared = new SharedEvidence(exchanges, this.#options.profile, pieces);
    for (const [piece, judges] of takersOf(shared, others)) {
      for (const judge of judges) {
        judge.judgeShared(piece);
        if (turns.isOver()) await turns.next();
      }
    }
  }

  #settled({ rule, tally }: RuleJudge, { durationsMs }: ProbeRunResult): RuleOutcome {
    const exclusion = this.#exclusions.get(rule) ?? this.#notApplicable(rule, tally);
    if (exclusion !== undefined) return { rule, tally, exclusion };
    const durationMs = durationsMs.get(rule.probe);
    if (durationMs === undefined) return { rule, tally };
    const { modest } = rule.probe;
    const omitted = this.#options.effort === 'modest' ? modest : undefined;
    return { rule, tally, durationMs, ...(omitted !== undefined && { omitted }) };
  }

  /** Why what the target does not have, or never showed, left nothing to judge. */
  #notApplicable(rule: Rule, tally: Tally): Exclusion | undefined {
    const lost = this.#unsettled.get(rule);
    const reason =
      lost !== undefined && isUnsettledFor({ rule, tally }, this.#profile) ? lost : unseenBy(tally);
    return reason === undefined ? undefined : { verdict: 'not-applicable', reason };
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
