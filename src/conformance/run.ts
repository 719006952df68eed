import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Narrowing } from './evidence.ts';
import type { ProbeGateway } from './gateway.ts';
import { RuleJudge, type Tally } from './judge.ts';
import { lackingBy } from './lacking.ts';
import { absenceReason, isAbsent } from './operations-offered.ts';
import { type Exclusion, exclusionOf, type Means } from './prerequisites.ts';
import { ProbeFailure } from './probe-failure.ts';
import type { Reading } from './reading.ts';
import type { Probe, Rule, Series } from './rule.ts';
import { RuleFailure } from './rule-failure.ts';

/** Probes that run side by side; more would measure our own waiting. */
export const PROBES_AT_ONCE = 6;

export interface ConformanceOptions {
  readonly rules: readonly Rule[];
  readonly reading: Reading;
  readonly means: Means;
  /** A gateway whose exchanges carry the name of this probe. */
  readonly gatewayFor: (probe: Probe) => ProbeGateway;
  /** True once the target has stopped answering: no further probe is started. */
  readonly targetIsGone: () => boolean;
  /** Operations that the profile says are offered, and whose answer says that they are not. */
  readonly lacking?: ReadonlyMap<Operation, Exchange>;
  /** Probes that are not to run, with the reason. */
  readonly withheld?: ReadonlyMap<Probe, string>;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { done: number; of: number; probe: string }) => void;
}

/** What conformance says of one rule: judged, or excluded with the reason. */
export interface RuleOutcome {
  readonly rule: Rule;
  readonly tally: Tally;
  readonly exclusion?: Exclusion;
  /** How long its probe took; shared by the rules that share the probe. */
  readonly durationMs?: number;
}

export interface ConformanceResult {
  readonly outcomes: readonly RuleOutcome[];
  /** Why some probes did not run. */
  readonly cutShort?: 'interrupted' | 'target-gone';
  /** Rules and probes of ours that broke, a sentence each. */
  readonly failures: readonly string[];
}

/**
 * Runs each probe once and lets its rules judge what it gathered. Probes that count or measure
 * run alone, after the others.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  const { rules, reading, means, signal, targetIsGone } = options;
  const narrowing = new Narrowing();
  const outcomes: RuleOutcome[] = [];
  const judgesByProbe = new Map<Probe, RuleJudge[]>();
  const lacks = lackingBy(rules, reading, options.lacking);
  for (const rule of rules) {
    const judge = new RuleJudge(rule, reading.expect, narrowing);
    const exclusion = exclusionOf(rule, reading, means) ?? withheldBy(rule, options);
    outcomes.push({ rule, tally: judge.tally, ...(exclusion && { exclusion }) });
    for (const { finding, exchange } of lacks.get(rule) ?? []) judge.find(finding, exchange);
    if (exclusion !== undefined) continue;
    const judges = judgesByProbe.get(rule.probe);
    if (judges === undefined) judgesByProbe.set(rule.probe, [judge]);
    else judges.push(judge);
  }

  let done = 0;
  let cutShort: ConformanceResult['cutShort'];
  const failures: string[] = [];
  const durationsMs = new Map<Probe, number>();
  /** Rules that lost evidence because operations are absent, with the reason. */
  const unsettled = new Map<Rule, string>();
  const isCutShort = (judges: readonly RuleJudge[]): boolean => {
    if (signal.aborted) cutShort = 'interrupted';
    else if (targetIsGone()) cutShort ??= 'target-gone';
    if (cutShort === undefined) return false;
    for (const judge of judges) judge.tally.reasons.add(NOT_SETTLED[cutShort]);
    return true;
  };
  const runOne = async ([probe, judges]: [Probe, RuleJudge[]]): Promise<void> => {
    if (isCutShort(judges)) return;
    const startMs = performance.now();
    try {
      const gathered = await gather(probe, options.gatewayFor(probe));
      // What was gathered while the run broke off says more about the break than about the target.
      if (isCutShort(judges)) return;
      const offered = gathered.filter((piece) => !isOfAbsent(piece, reading));
      for (const judge of judges) {
        judge.all(offered);
        const lost = absenceReason([...operationsOf(gathered), ...judge.rule.operations], reading);
        if (lost !== '') unsettled.set(judge.rule, lost);
      }
    } catch (error) {
      if (!(error instanceof ProbeFailure) && !(error instanceof RuleFailure)) throw error;
      failures.push(error.message);
      for (const judge of judges) judge.tally.reasons.add(error.message);
    }
    durationsMs.set(probe, performance.now() - startMs);
    done += 1;
    options.onProgress?.({ done, of: judgesByProbe.size, probe: probe.name });
  };

  const entries = [...judgesByProbe];
  await eachOf(
    entries.filter(([probe]) => probe.alone !== true),
    PROBES_AT_ONCE,
    runOne,
  );
  await eachOf(
    entries.filter(([probe]) => probe.alone === true),
    1,
    runOne,
  );
  return {
    outcomes: outcomes.map((outcome) => {
      const reason = unsettled.get(outcome.rule);
      if (reason !== undefined && isUnsettledFor(outcome, reading)) {
        return { ...outcome, exclusion: { verdict: 'not-applicable', reason } };
      }
      const durationMs = durationsMs.get(outcome.rule.probe);
      const ran = outcome.exclusion === undefined && durationMs !== undefined;
      return ran ? { ...outcome, durationMs } : outcome;
    }),
    failures,
    ...(cutShort && { cutShort }),
  };
}

/** A series that has to do with an absent operation says nothing: its 404s are no answers to it. */
function isOfAbsent(piece: Exchange | Series, reading: Reading): boolean {
  return 'exchanges' in piece
    ? piece.exchanges.some(({ operation }) => isAbsent(operation, reading))
    : isAbsent(piece.operation, reading);
}

/**
 * Whether nothing was settled because of what is absent: no evidence is left, or the operation
 * that the rule is about first is absent. What an offered one leaves open is could-not-verify.
 */
function isUnsettledFor({ rule, tally }: RuleOutcome, reading: Reading): boolean {
  if (tally.judged + tally.findings > 0) return false;
  const [about] = rule.operations;
  return tally.unverified === 0 || (about !== undefined && isAbsent(about, reading));
}

function operationsOf(gathered: readonly (Exchange | Series)[]): readonly Operation[] {
  const exchanges = gathered.flatMap((piece) => ('exchanges' in piece ? piece.exchanges : [piece]));
  const names = new Set(exchanges.map(({ operation }) => operation));
  return [...names].filter((name) => name !== 'other');
}

function withheldBy(rule: Rule, { withheld }: ConformanceOptions): Exclusion | undefined {
  const reason = withheld?.get(rule.probe);
  return reason === undefined ? undefined : { verdict: 'could-not-verify', reason };
}

const NOT_SETTLED = {
  interrupted: 'its probe did not end: the run was interrupted',
  'target-gone': 'its probe did not end: the target stopped answering',
} as const;

export async function gather(
  probe: Probe,
  gateway: ProbeGateway,
): Promise<readonly (Exchange | Series)[]> {
  try {
    return await probe.run(gateway);
  } catch (error) {
    throw new ProbeFailure(probe.name, error);
  }
}

export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
