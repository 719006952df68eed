import { type CatalogueEntry, HISTORY_RULES } from '../../conformance/catalogue.ts';
import { findRuleSet } from '../../conformance/find-rule-set.ts';
import { validateScenario } from '../../load/scenarios/bundle.ts';
import { baselineFigure } from '../../report/performance/baseline-figure.ts';
import { readAgainst, readBaseline } from '../configuration/baseline-file.ts';
import { readConfiguration, refuseUnresolved } from '../configuration/configuration.ts';
import { selectRules } from '../configuration/rules.ts';
import { type AGAINST, type LOAD, overridesOf, type RECORDING } from '../options/load-options.ts';
import type { OptionsOf } from '../options/option.ts';
import type {
  BASELINE,
  CONFORM,
  LIVE,
  RUN,
  SPENDING,
  TRACES,
  UPSTREAM,
  VERBOSE,
} from '../options/run-options.ts';
import { lastFailedRules } from '../recorded/last-failed.ts';
import { LAST_GREEN, lastGreenRun } from '../recorded/last-green.ts';
import { targetOf } from '../target/open-target.ts';
import { checkUpstream } from '../target/open-upstream.ts';
import { complain } from '../terminal/output.ts';
import type { Parts, RunInputs } from './assessment.ts';
import { refuseUncountedBudget, refuseUnseenAbort } from './run-load.ts';

/** Options of the commands that assess one target. */
export type AssessOptions = OptionsOf<
  [
    ...typeof RUN,
    typeof VERBOSE,
    typeof LIVE,
    typeof UPSTREAM,
    typeof TRACES,
    ...typeof SPENDING,
    ...typeof CONFORM,
    ...typeof BASELINE,
    ...typeof LOAD,
    ...typeof AGAINST,
    ...typeof RECORDING,
  ]
>;

/**
 * Reads the options and files of a run, and reports their mistakes before anything is sent. A dry run
 * does the same, so that it refuses what the run would refuse.
 * @throws UsageError, SetupError
 */
export async function readRunInputs(parts: Parts, options: AssessOptions): Promise<RunInputs> {
  const { measurement } = parts;
  const against = await readAgainst(await againstOf(parts, options));
  const read = await readConfiguration(
    options.config,
    overridesOf(options),
    against && baselineFigure(against.load),
  );
  const configuration = measurement?.configure?.(read) ?? read;
  const explores = parts.explore !== undefined;
  const judges = parts.conformance || explores || measurement?.isJudged === true;
  const ruleSet = findRuleSet(options.ruleSet);
  const all = explores ? [...configuration.catalogue, ...HISTORY_RULES] : configuration.catalogue;
  const selected = await selectionOf(options, all);
  const catalogue = judges ? selectRules(selected, all, ruleSet) : [];
  const baseline = await readBaseline(options, all);
  if (measurement !== undefined) {
    refuseUnresolved(configuration.unresolvedSlo);
    await validateScenario(configuration.workload.scenario);
    refuseUnseenAbort(configuration, options);
    refuseUncountedBudget(options, options);
    measurement.check?.(configuration);
  }
  checkUpstream(configuration, [targetOf(configuration)]);
  return { configuration, catalogue, ruleSet, baseline, against };
}

/** The options of the comparison: `--against last-green` stands for a file. */
async function againstOf({ conformance }: Parts, options: AssessOptions): Promise<AssessOptions> {
  if (options.against !== LAST_GREEN) return options;
  const planned = await readConfiguration(options.config, overridesOf(options));
  const { file, sentence } = await lastGreenRun(conformance ? 'gate' : 'load', planned);
  if (options.quiet === undefined) complain(sentence);
  return { ...options, against: file };
}

/** The options that select rules: `--last-failed` stands for several `--rule`. */
async function selectionOf(
  options: AssessOptions,
  catalogue: readonly CatalogueEntry[],
): Promise<AssessOptions> {
  if (options.lastFailed === undefined) return options;
  const { ids, sentence } = await lastFailedRules(catalogue);
  if (options.quiet === undefined) complain(sentence);
  return { ...options, rule: ids };
}
