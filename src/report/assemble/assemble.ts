import { availableParallelism } from 'node:os';
import type { Baseline } from '../../conformance/baseline.ts';
import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import { absenceOf, isAbsent } from '../../conformance/run/absent-operations.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { ConformanceResult } from '../../conformance/run/run-conformance.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { defined, present } from '../../input/defined.ts';
import type { LoadResult, ReportedLoad } from '../../load/load-result.ts';
import type { ComplianceResult } from '../../measure/compliance.ts';
import { ASSAY_VERSION } from '../manifest.ts';
import { UNREAD_LOAD_SENTENCE } from '../phrases/sentences.ts';
import type { LoadReport, Violation } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import { type Objective, REPORT_VERSION, type RunReport } from '../schema/run-report.ts';
import { againstSection, type EarlierRun } from './against-section.ts';
import { applyBaseline } from './apply-baseline.ts';
import { type CapacityFacts, capacityObjectives, capacityReport } from './capacity-section.ts';
import { commonCauses } from './common-causes.ts';
import { loadReport, objectives } from './load-section.ts';
import { decide } from './outcome.ts';
import { type OverheadFacts, overheadObjectives, overheadReport } from './overhead-section.ts';
import { overrideRecords } from './overrides.ts';
import { type FrozenLevels, type ReproCommands, ruleResults, violations } from './rule-results.ts';

/** All that a run left behind. */
export interface RunFacts {
  readonly command: string;
  /** Name of the build; absent when none was given. */
  readonly label?: string;
  /** The command that repeats the run. */
  readonly repro: string;
  /** The command that tries one rule again, without its `--rule`; absent where there is no target. */
  readonly conformRepro?: string;
  /** The file that was read; absent when there was none. */
  readonly configuration?: RunReport['configuration'];
  /** How much the probes sent. */
  readonly effort?: Effort;
  /** Absent where nothing was counted. */
  readonly spending?: RunReport['spending'];
  /** In the form of `assay.yaml`. */
  readonly settings?: RunReport['settings'];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly target: RunReport['target'];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  readonly catalogue: readonly CatalogueEntry[];
  readonly ruleSet: RuleSet;
  /** Absent when there is none. */
  readonly baseline?: {
    readonly file: string;
    readonly baseline: Baseline;
    readonly strict: boolean;
  };
  /** Absent when it was not requested or not reached. */
  readonly conformance?: ConformanceResult;
  readonly load?: ReportedLoad;
  /** Absent without `--against`. */
  readonly against?: EarlierRun;
  /** Absent without a search for the maximum sustainable rate. */
  readonly capacity?: CapacityFacts;
  /** Absent where it was not measured. */
  readonly overhead?: OverheadFacts;
  readonly judgedShare: number;
  readonly interrupted: boolean;
  readonly harnessErrors: readonly string[];
  readonly targetTrouble?: string;
  /** Why less than the whole run was judged, a sentence each. */
  readonly cutShort?: readonly string[];
}

/** The run report, of which every format is a function. */
export function assemble(facts: RunFacts): RunReport {
  const { profile, catalogue, conformance, load, capacity, overhead } = facts;
  const frozen = frozenLevels(facts);
  const results = ruleResults(catalogue, profile, {
    ...frozen,
    commands: commandsOf(facts),
    ...defined({ conformance: conformance?.outcomes, load: load?.judges ?? capacity?.judges }),
  });
  const baselineOutcome =
    facts.baseline && applyBaseline(results, { ...facts.baseline, today: facts.startedAt });
  const rules = baselineOutcome?.rules ?? results;
  const loaded = load && loadSection(facts, load, { rules, frozen });
  const found = capacity && capacityReport(capacity);
  const slo =
    loaded?.slo ??
    (capacity && capacityObjectives(capacity)) ??
    (overhead && overheadObjectives(overhead)) ??
    [];
  const sections = defined({
    baseline: baselineOutcome?.section,
    load: loaded?.report,
    capacity: found,
    overhead: overhead && overheadReport(overhead),
    against: facts.against && againstSection(facts.against, { load: loaded?.report, slo }),
  });
  const cutShort = present([
    ...(facts.cutShort ?? []),
    load?.isUnread === true && UNREAD_LOAD_SENTENCE,
  ]);
  const outcome = decide({
    interrupted: facts.interrupted,
    harnessErrors: facts.harnessErrors,
    ...defined({
      targetTrouble: facts.targetTrouble,
      unanswered: load?.measure.unanswered.found,
    }),
    rules,
    ...sections,
    slo,
    cutShort,
    judgedShare: facts.judgedShare,
  });
  return {
    schemaVersion: REPORT_VERSION,
    assayVersion: ASSAY_VERSION,
    command: facts.command,
    ...outcome,
    partial:
      facts.interrupted ||
      facts.harnessErrors.length > 0 ||
      facts.targetTrouble !== undefined ||
      load?.abort !== undefined ||
      cutShort.length > 0,
    startedAt: facts.startedAt.toISOString(),
    durationMs: facts.durationMs,
    seed: facts.seed,
    repro: facts.repro,
    ...defined({
      configuration: facts.configuration,
      label: facts.label,
      spending: facts.spending,
    }),
    ...defined({ settings: facts.settings }),
    ...(conformance !== undefined && defined({ effort: facts.effort })),
    machine: {
      platform: `${process.platform} ${process.arch}`,
      cpus: availableParallelism(),
      node: process.version,
    },
    target: facts.target,
    profile: { name: profile.name, overrides: overrideRecords(facts) },
    ruleSet: { number: facts.ruleSet.number, newer: [...frozen.newer] },
    ...missingSection(profile),
    ...causesSection(rules),
    conformant: conformance === undefined ? null : isConformant(rules, profile),
    counts: { stated: count(rules, 'stated'), assumed: count(rules, 'assumed') },
    rules,
    ...sections,
    slo,
  };
}

/** The levels of a rule set; a custom rule belongs to none. */
export function frozenLevels({
  catalogue,
  ruleSet: { rules, levels = {} },
}: Pick<RunFacts, 'catalogue' | 'ruleSet'>): FrozenLevels {
  const newer = catalogue
    .filter(({ custom }) => custom === undefined)
    .map(({ rule }) => rule.id)
    .filter((id) => !rules.includes(id) && !Object.hasOwn(levels, id));
  return { newer: new Set(newer), levels };
}

function causesSection(rules: readonly RuleResult[]): Pick<RunReport, 'causes'> {
  const causes = commonCauses(rules);
  return causes.length === 0 ? {} : { causes };
}

function missingSection(profile: ResolvedProfile): Pick<RunReport, 'missingOperations'> {
  const missingOperations = OPERATION_NAMES.flatMap((operation) => {
    const reason = absenceOf(operation, profile);
    return reason === undefined ? [] : [{ operation, reason }];
  });
  return missingOperations.length === 0 ? {} : { missingOperations };
}

function commandsOf({ repro, conformRepro }: RunFacts): ReproCommands {
  return { load: repro, ...defined({ conform: conformRepro }) };
}

function loadSection(
  facts: RunFacts,
  load: ReportedLoad,
  { rules, frozen }: { rules: readonly RuleResult[]; frozen: FrozenLevels },
): { report: LoadReport; slo: Objective[] } {
  const { catalogue, profile, targetTrouble } = facts;
  const all = violations(catalogue, profile, load.judges, frozen, commandsOf(facts));
  const found = all.map(marked(rules));
  const { durationMs, judgedExchanges } = load;
  const findings = judgedExchanges === 0 ? undefined : found;
  const compliance = load.measure.compliance({ durationMs, findings });
  return {
    report: loadReport(load, found),
    slo: objectives(
      compliance.map((result) => (mayBeMet(result, load) ? withoutMiss(result) : result)),
      excuseOf(load, targetTrouble),
    ),
  };
}

function excuseOf({ health }: LoadResult, targetTrouble: string | undefined): string | undefined {
  if (targetTrouble !== undefined) return 'the target no longer responded';
  return health.healthy ? undefined : 'the load generator could not keep up';
}

/** Marks the violations that the baseline accepts. */
function marked(rules: readonly RuleResult[]): (violation: Violation) => Violation {
  const accepted = new Map(rules.map((rule) => [rule.id, rule.accepted?.operations]));
  return (violation) => {
    const isAccepted = accepted.get(violation.rule)?.includes(violation.operation) === true;
    return isAccepted ? { ...violation, accepted: true } : violation;
  };
}

/**
 * Whether an objective that is missed may be met with what is missing: a rate is over all engines, and in a recording that
 * was cut any figure is of a part of the time.
 */
function mayBeMet({ objective }: ComplianceResult, { isPart, isCut }: ReportedLoad): boolean {
  return isCut === true || (isPart === true && objective.kind === 'rate');
}

function withoutMiss(result: ComplianceResult): ComplianceResult {
  return result.met === false
    ? { ...result, met: null, reason: 'part of the load is missing' }
    : result;
}

/**
 * A profile may change stated rules, an operation may be missing, and a baseline may accept
 * findings: all of these are allowed, but none of them is conformance to the interface.
 */
function isConformant(rules: readonly RuleResult[], profile: ResolvedProfile): boolean {
  const offersAll = OPERATION_NAMES.every((operation) => !isAbsent(operation, profile));
  return (
    offersAll &&
    rules.every(
      ({ id, level, provenance, verdict, accepted }) =>
        !(provenance === 'stated' && profile.rules.has(id)) &&
        (level !== 'must' ||
          (verdict !== 'fail' && verdict !== 'could-not-verify' && accepted === undefined)),
    )
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
