import { availableParallelism } from 'node:os';
import type { Means } from '../conformance/prerequisites.ts';
import type { Override } from '../conformance/profile.ts';
import type { Reading } from '../conformance/reading.ts';
import type { CatalogueEntry } from '../conformance/rules.ts';
import type { ConformanceResult } from '../conformance/run.ts';
import type { LoadResult } from '../load/run-load.ts';
import type { Workload } from '../load/workload.ts';
import { ASSAY_VERSION } from './assay-version.ts';
import { loadReport, objectives } from './load-report.ts';
import { decide } from './outcome.ts';
import { ruleResults, violations } from './rule-results.ts';
import {
  type LoadReport,
  type Objective,
  REPORT_VERSION,
  type RuleResult,
  type RunReport,
} from './run-report.ts';

/** All that a run left behind. */
export interface RunFacts {
  readonly command: string;
  readonly repro: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly target: RunReport['target'];
  readonly reading: Reading;
  readonly means: Means;
  readonly catalogue: readonly CatalogueEntry[];
  /** What a broken rule does to a user, by the rule's id. */
  readonly harms: ReadonlyMap<string, string>;
  /** Absent when it was not asked for, or was not reached. */
  readonly conformance?: ConformanceResult;
  readonly load?: { readonly workload: Workload; readonly result: LoadResult };
  readonly judgedShare: number;
  readonly interrupted: boolean;
  readonly harnessErrors: readonly string[];
  readonly targetTrouble?: string;
}

/** The run report: the only thing that a run makes; every format is a function of it. */
export function assemble(facts: RunFacts): RunReport {
  const { reading, catalogue, conformance, load } = facts;
  const rules = ruleResults(catalogue, reading, {
    harms: facts.harms,
    ...(conformance && { conformance: conformance.outcomes }),
    ...(load && { load: load.result.judges }),
  });
  const loaded = load && loadSection(facts, load);
  const slo = loaded?.slo ?? [];
  const outcome = decide({
    interrupted: facts.interrupted,
    harnessErrors: facts.harnessErrors,
    ...(facts.targetTrouble !== undefined && { targetTrouble: facts.targetTrouble }),
    rules,
    ...(loaded && { load: loaded.report }),
    slo,
    judgedShare: facts.judgedShare,
  });
  return {
    schemaVersion: REPORT_VERSION,
    assayVersion: ASSAY_VERSION,
    command: facts.command,
    ...outcome,
    partial:
      facts.interrupted || facts.harnessErrors.length > 0 || facts.targetTrouble !== undefined,
    startedAt: facts.startedAt.toISOString(),
    durationMs: facts.durationMs,
    seed: facts.seed,
    repro: facts.repro,
    machine: {
      platform: `${process.platform} ${process.arch}`,
      cpus: availableParallelism(),
      node: process.version,
    },
    target: facts.target,
    profile: { name: reading.profile, overrides: reading.overrides.map(overrideRecord) },
    conformant: conformance === undefined ? null : isConformant(rules, reading),
    counts: { stated: count(rules, 'stated'), assumed: count(rules, 'assumed') },
    rules,
    ...(loaded && { load: loaded.report }),
    slo,
  };
}

function loadSection(
  { catalogue, reading }: RunFacts,
  { workload, result }: NonNullable<RunFacts['load']>,
): { report: LoadReport; slo: Objective[] } {
  const report = loadReport({
    ...result,
    scenario: workload.scenario,
    workload,
    askedRate: workload.arrivalsPerSecond,
    secondsOfArrivals: perSecond(result),
    violations: violations(catalogue, reading, result.judges),
  });
  return { report, slo: objectives(result.measure.compliance(), result.health.healthy) };
}

/** The engine counts from the start; a chart shows what each second added. */
function perSecond({ seconds }: LoadResult) {
  return seconds.map((second, index) => {
    const before = seconds[index - 1];
    return {
      atS: Math.max(0, Math.round(second.atMs / 1000) - 1),
      asked: second.asked - (before?.asked ?? 0),
      started: second.started - (before?.started ?? 0),
      inFlight: second.inFlight,
    };
  });
}

/** Overriding what the interface states is allowed, but is not conformance to it. */
function isConformant(rules: readonly RuleResult[], reading: Reading): boolean {
  return rules.every(
    ({ id, level, provenance, verdict }) =>
      !(provenance === 'stated' && reading.rules.has(id)) &&
      (level !== 'must' || (verdict !== 'fail' && verdict !== 'could-not-verify')),
  );
}

function count(
  rules: readonly RuleResult[],
  provenance: RuleResult['provenance'],
): RunReport['counts']['stated'] {
  const counts = {
    pass: 0,
    fail: 0,
    warn: 0,
    note: 0,
    'could-not-verify': 0,
    'not-applicable': 0,
  };
  for (const rule of rules) if (rule.provenance === provenance) counts[rule.verdict] += 1;
  return counts;
}

function overrideRecord(override: Override): RunReport['profile']['overrides'][number] {
  const { value, reason } = override;
  if ('knob' in override) return { kind: 'knob', subject: override.knob, value, reason };
  if ('rule' in override) return { kind: 'rule', subject: override.rule, value, reason };
  return { kind: 'prerequisite', subject: override.prerequisite, value, reason };
}
