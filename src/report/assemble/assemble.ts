import { availableParallelism } from 'node:os';
import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import { type JudgedRule, MergedJudges } from '../../conformance/merged-judges.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import { absentFeatures } from '../../conformance/run/absent-features.ts';
import { absenceOf, isAbsent } from '../../conformance/run/absent-operations.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { ConformanceResult, RuleOutcome } from '../../conformance/run/run-conformance.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { defined, present } from '../../input/defined.ts';
import type { ReportedLoad } from '../../load/load-result.ts';
import { ASSAY_VERSION } from '../manifest.ts';
import { againstSection, type EarlierRun } from '../performance/compare-performance.ts';
import { UNREAD_LOAD_SENTENCE } from '../phrases/sentences.ts';
import type { LoadReport } from '../schema/load.ts';
import type { RuleResult, Verdict } from '../schema/rules.ts';
import { type Objective, REPORT_VERSION, type RunReport } from '../schema/run-report.ts';
import { applyBaseline, type BaselineInUse } from './apply-baseline.ts';
import { type CapacityFacts, capacityObjectives, capacityReport } from './capacity-section.ts';
import { commonCauses } from './common-causes.ts';
import { type ExploreFacts, exploreReport } from './explore-section.ts';
import { loadReport, objectives } from './load-section.ts';
import { decide, type RunEnd } from './outcome.ts';
import { type OverheadFacts, overheadObjectives, overheadReport } from './overhead-section.ts';
import { overrideRecords } from './overrides.ts';
import { type FrozenLevels, ruleResults, violations } from './rule-results.ts';

/** The members of the report that the run knows. */
type Known = Pick<
  RunReport,
  | 'command'
  | 'label'
  | 'repro'
  | 'configuration'
  | 'effort'
  | 'spending'
  | 'settings'
  | 'durationMs'
  | 'seed'
  | 'target'
>;

/** All that a run left behind. */
export interface RunFacts extends Known, RunEnd {
  /** Address of a trace, with `{traceId}` in it; absent where none is configured. */
  readonly traceLink?: string | undefined;
  /** The command that tries one rule again, without its `--rule`; absent where there is no target. */
  readonly conformRepro?: string;
  readonly startedAt: Date;
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  readonly catalogue: readonly CatalogueEntry[];
  readonly ruleSet: RuleSet;
  /** Absent when there is none. */
  readonly baseline?: Omit<BaselineInUse, 'today'>;
  /** Absent when it was not requested or not reached. */
  readonly conformance?: ConformanceResult;
  /** Absent where nothing was explored. */
  readonly explore?: ExploreFacts;
  readonly load?: ReportedLoad;
  /** Absent without `--against`. */
  readonly against?: EarlierRun;
  /** Absent without a search for the maximum sustainable rate. */
  readonly capacity?: CapacityFacts;
  /** Absent where it was not measured. */
  readonly overhead?: OverheadFacts;
}

/** The run report, of which every format is a function. */
export function assemble(facts: RunFacts): RunReport {
  const { profile, catalogue, conformance, load, capacity, overhead } = facts;
  const { interrupted, harnessErrors, targetTrouble, judgedShare, ruleSet } = facts;
  const frozen = frozenLevels(facts);
  const results = ruleResults(catalogue, profile, {
    ...frozen,
    traceLink: facts.traceLink,
    commands: { load: facts.repro, ...defined({ conform: facts.conformRepro }) },
    ...defined({ conformance: outcomesOf(facts), load: load?.judges ?? capacity?.judges }),
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
    explore: facts.explore && exploreReport(facts.explore),
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
    interrupted,
    harnessErrors,
    judgedShare,
    ...defined({ targetTrouble, unanswered: load?.measure.unanswered.found }),
    rules,
    ...sections,
    slo,
    cutShort,
  });
  const causes = commonCauses(rules);
  const missingOperations = OPERATION_NAMES.flatMap((operation) => {
    const reason = absenceOf(operation, profile);
    return reason === undefined ? [] : [{ operation, reason }];
  });
  const missingFeatures = [...absentFeatures(profile).keys()].filter((feature) =>
    catalogue.some(
      ({ rule }) => rule.provenance === 'stated' && rule.needs?.some((need) => need === feature),
    ),
  );
  return {
    schemaVersion: REPORT_VERSION,
    assayVersion: ASSAY_VERSION,
    command: facts.command,
    ...outcome,
    partial:
      interrupted ||
      harnessErrors.length > 0 ||
      targetTrouble !== undefined ||
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
      settings: facts.settings,
      effort: conformance && facts.effort,
    }),
    machine: {
      platform: `${process.platform} ${process.arch}`,
      cpus: availableParallelism(),
      node: process.version,
    },
    target: facts.target,
    profile: { name: profile.name, overrides: overrideRecords(facts) },
    ruleSet: { number: ruleSet.number, newer: [...frozen.newer] },
    ...(missingOperations.length > 0 && { missingOperations }),
    ...(missingFeatures.length > 0 && { missingFeatures }),
    ...(causes.length > 0 && { causes }),
    conformant:
      conformance === undefined
        ? null
        : missingFeatures.length === 0 && isConformant(rules, profile),
    counts: { stated: count(rules, 'stated'), assumed: count(rules, 'assumed') },
    rules,
    ...sections,
    slo,
  };
}

/** What the probes and the exploration showed, one outcome for each rule. */
function outcomesOf({ conformance, explore }: RunFacts): readonly RuleOutcome[] | undefined {
  if (explore === undefined) return conformance?.outcomes;
  const known = new Map(conformance?.outcomes.map((outcome) => [outcome.rule, outcome]));
  const merged = new MergedJudges();
  merged.add([...known.values()]);
  merged.add(explore.explored.jury.judges.flatMap(shownBy));
  return merged.judges.map(({ rule, tally }) => ({ ...known.get(rule), rule, tally }));
}

/** What an exploration showed of a rule: as with other traffic, what does not settle it was sent for others. */
function shownBy({ rule, tally }: JudgedRule): readonly JudgedRule[] {
  const { judged, findings } = tally;
  if (judged + findings === 0) return [];
  return [{ rule, tally: { ...tally, unverified: 0, unseen: 0, lost: 0, reasons: new Set() } }];
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

function loadSection(
  { catalogue, profile, targetTrouble, repro, traceLink }: RunFacts,
  load: ReportedLoad,
  { rules, frozen }: { rules: readonly RuleResult[]; frozen: FrozenLevels },
): { report: LoadReport; slo: Objective[] } {
  const accepted = new Map(rules.map((rule) => [rule.id, rule.accepted?.operations]));
  const all = violations(catalogue, profile, load.judges, frozen, { command: repro, traceLink });
  const found = all.map((violation) => {
    const isAccepted = accepted.get(violation.rule)?.includes(violation.operation) === true;
    return isAccepted ? { ...violation, accepted: true } : violation;
  });
  const { durationMs, judgedExchanges, health, isPart, isCut } = load;
  const findings = judgedExchanges === 0 ? undefined : found;
  const compliance = load.measure.compliance({ durationMs, findings }).map((result) => {
    // A rate is over all engines, and in a recording that was cut any figure is of a part of the time.
    const mayBeMet = isCut === true || (isPart === true && result.objective.kind === 'rate');
    if (!mayBeMet || result.met !== false) return result;
    return { ...result, met: null, reason: 'part of the load is missing' };
  });
  const saturated = health.healthy ? undefined : 'the load generator could not keep up';
  const excuse = targetTrouble === undefined ? saturated : 'the target no longer responded';
  return { report: loadReport(load, found, traceLink), slo: objectives(compliance, excuse) };
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
  const of = (verdict: Verdict) =>
    rules.filter((rule) => rule.provenance === provenance && rule.verdict === verdict).length;
  return {
    pass: of('pass'),
    fail: of('fail'),
    warn: of('warn'),
    note: of('note'),
    'could-not-verify': of('could-not-verify'),
    'not-applicable': of('not-applicable'),
  };
}
