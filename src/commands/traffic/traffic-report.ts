import { findRuleSet } from '../../conformance/find-rule-set.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { shellQuote } from '../../exchange/curl.ts';
import { defined } from '../../input/defined.ts';
import type { LoadCriteria } from '../../load/judging/load-collector.ts';
import type { LoadResult } from '../../load/load-result.ts';
import type { RunFacts } from '../../report/assemble/assemble.ts';
import { withCutAnswers } from '../../report/phrases/cut-answers-sentence.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Session } from '../run/session.ts';
import { targetGoneMessage, targetRecord } from '../target/target-gone.ts';

/** No key of another tenant is known: none is Assay's. */
const CAPABILITIES = { secondKey: false };

/** How the traffic of clients is judged. */
export function trafficCriteria(
  configuration: Configuration,
  profile: ResolvedProfile,
): LoadCriteria {
  return {
    workload: configuration.workload,
    rules: configuration.catalogue.map(({ rule }) => rule),
    profile,
    capabilities: CAPABILITIES,
    // A client may send what a gateway has to refuse: only objectives of the user count.
    objectives: configuration.written.slo === undefined ? [] : configuration.slo,
  };
}

export interface Traffic {
  readonly words: Session['words'];
  readonly command: 'watch' | 'judge';
  readonly configuration: Configuration;
  readonly profile: ResolvedProfile;
  readonly result: LoadResult;
  readonly startedAt: Date;
  /** Base address of the gateway. */
  readonly address: string;
  /** The newest rule set when absent. */
  readonly ruleSet?: string | undefined;
  /** Name of the build; absent without `--label`. */
  readonly label: string | undefined;
  /** What was not judged, one sentence. */
  readonly note?: string | undefined;
}

/** The facts of a report on the traffic of clients. */
export async function trafficFacts(traffic: Traffic): Promise<RunFacts> {
  const { command, configuration, profile, result, startedAt, address, label, note, words } =
    traffic;
  const target = { kind: 'remote', address, ...defined({ note }) };
  return {
    command,
    repro: ['assay', ...words.map(shellQuote)].join(' '),
    startedAt,
    durationMs: result.endMs,
    seed: configuration.workload.seed,
    target: targetRecord(target, withCutAnswers(undefined, result.cutAnswers)),
    profile,
    capabilities: CAPABILITIES,
    catalogue: configuration.catalogue,
    ruleSet: findRuleSet(traffic.ruleSet),
    load: { ...result, durationMs: result.endMs, excluded: [], isWatched: true },
    judgedShare: configuration.judgedShare,
    interrupted: false,
    harnessErrors: result.failures,
    ...defined({ configuration: configuration.source, label }),
    ...(result.targetLoss && { targetTrouble: targetGoneMessage(address, result) }),
  };
}
