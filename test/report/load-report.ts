import type { CatalogueEntry } from '../../src/conformance/catalogue.ts';
import { findRuleSet } from '../../src/conformance/find-rule-set.ts';
import type { ResolvedProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import type { LoadResult } from '../../src/load/load-result.ts';
import { assemble } from '../../src/report/assemble/assemble.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';

/** The report of a load that ran without a command line. */
export async function loadReport(
  result: LoadResult,
  { profile, catalogue }: { profile: ResolvedProfile; catalogue: readonly CatalogueEntry[] },
): Promise<RunReport> {
  return assemble({
    command: 'load',
    repro: 'npx assay load',
    startedAt: new Date(),
    durationMs: result.durationMs,
    seed: 1,
    target: { kind: 'remote', address: 'http://127.0.0.1' },
    profile,
    capabilities: { secondKey: false },
    catalogue,
    ruleSet: findRuleSet(undefined),
    load: { ...result, excluded: [] },
    judgedShare: 0,
    interrupted: false,
    harnessErrors: [],
  });
}
