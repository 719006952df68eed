import { describeOutcome } from '../../answers/narrow.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import { keptExchange } from '../../exchange/kept-exchange.ts';
import { AssayDefect } from '../assay-defect.ts';
import type { Behaviour, Observation, ProbeResults } from '../behaviour.ts';
import * as topics from '../behaviours/topics.ts';
import { isRelay, type Series } from '../evidence.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import { Unverifiable } from '../rule.ts';
import { absenceReason, isAbsent, isOfAbsent, operationsOf } from './absent-operations.ts';
import type { Capabilities } from './prerequisites.ts';
import { type CutShort, type ProbeRunOptions, runProbes, type TargetGone } from './run-probes.ts';

/** A behaviour with the topic it belongs to: the name of its table. */
export interface TopicEntry {
  readonly topic: string;
  readonly behaviour: Behaviour;
}

/** Every behaviour, by topic and id. */
export const BEHAVIOURS: readonly TopicEntry[] = Object.entries(topics).flatMap(
  ([topic, behaviours]) =>
    behaviours
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((behaviour) => ({ topic, behaviour })),
);

export interface ObserveOptions extends ProbeRunOptions {
  readonly behaviours: readonly TopicEntry[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
}

/** What a gateway showed of one behaviour, or why it showed nothing. */
type Outcome = { readonly observations: readonly Observation[] } | { readonly reason: string };

export type Observed = TopicEntry & Outcome;

export interface ObserveResult {
  readonly observed: readonly Observed[];
  readonly cutShort?: CutShort;
  /** When the target stopped responding. */
  readonly gone?: TargetGone;
  /** Defects of Assay in probes and behaviours, a sentence each. */
  readonly failures: readonly string[];
}

const NO_UPSTREAM = 'it needs Assay as the provider behind the gateway: use --upstream HOST:PORT';
const NO_SECOND_KEY = 'it needs an API key of another tenant: set ASSAY_API_KEY_2';

/** Runs each probe once and lets its behaviours observe what it gathered. */
export async function observeBehaviours(options: ObserveOptions): Promise<ObserveResult> {
  const { profile } = options;
  const outcomes = new Map<Behaviour, Outcome>();
  const wanted: Behaviour[] = [];
  for (const { behaviour } of options.behaviours) {
    const reason = whyNotObservable(behaviour, options);
    if (reason === undefined) wanted.push(behaviour);
    else outcomes.set(behaviour, { reason });
  }
  const byProbe = Map.groupBy(wanted, ({ probe }) => probe);
  const run = await runProbes([...byProbe.keys()], options, ({ probe, pieces, unmet }) => {
    for (const behaviour of byProbe.get(probe) ?? []) {
      outcomes.set(
        behaviour,
        unmet ? { reason: `it ${unmet.message}` } : outcomeOf(behaviour, pieces, profile),
      );
    }
  });
  const { unfinished, failures, cutShort, gone } = run;
  const observed = options.behaviours.map((entry) => {
    const reason = unfinished.get(entry.behaviour.probe) ?? 'its probe did not run';
    return { ...entry, ...(outcomes.get(entry.behaviour) ?? { reason }) };
  });
  return {
    observed,
    failures,
    ...(cutShort && { cutShort }),
    ...(gone && { gone }),
  };
}

/** Why its probe is not sent at all; undefined when it is. */
export function whyNotObservable(
  { operation, secondKey, upstream }: Behaviour,
  { profile, capabilities }: Pick<ObserveOptions, 'profile' | 'capabilities'>,
): string | undefined {
  if (operation !== undefined && isAbsent(operation, profile)) {
    return absenceReason([operation], profile);
  }
  if (upstream && capabilities.upstream?.problem !== undefined)
    return capabilities.upstream.problem;
  if (upstream && capabilities.upstream === undefined) return NO_UPSTREAM;
  return secondKey && !capabilities.secondKey ? NO_SECOND_KEY : undefined;
}

/** Ignores pieces of absent operations; where no others are left, the absence is the reason. */
function outcomeOf(
  behaviour: Behaviour,
  gathered: readonly (Exchange | Series)[],
  profile: ResolvedProfile,
): Outcome {
  const offered = gathered.filter((piece) => !isOfAbsent(piece, profile));
  const absence = absenceReason(operationsOf(gathered), profile);
  if (offered.length === 0 && absence !== '') return { reason: absence };
  return observe(behaviour, toResults(offered), profile);
}

function observe(
  behaviour: Behaviour,
  results: ProbeResults,
  { expect }: ResolvedProfile,
): Outcome {
  try {
    const observations = behaviour.observe(results, expect);
    if (observations.length === 0) return { reason: whatCame(behaviour, results) };
    return {
      observations: observations.map(({ subject, value, exchange }) => ({
        subject,
        value,
        exchange: keptExchange(exchange),
      })),
    };
  } catch (error) {
    if (error instanceof Unverifiable) return { reason: `it ${error.message}` };
    throw new AssayDefect(`behaviour ${behaviour.id}`, error);
  }
}

/** Names the failure that explains it, if there is one. */
function whatCame({ operation }: Behaviour, { exchanges }: ProbeResults): string {
  const own = exchanges.filter(
    (exchange) => (operation ?? exchange.operation) === exchange.operation,
  );
  const shown = own.find(({ answer }) => !isSuccess(answer)) ?? own[0];
  const came = shown === undefined ? '' : ` (${describeOutcome(shown)})`;
  return `no answer showed it${came}`;
}

function toResults(pieces: readonly (Exchange | Series)[]): ProbeResults {
  const series = pieces.map((piece) =>
    'exchanges' in piece ? piece : { label: piece.operation, exchanges: [piece] },
  );
  const relays = series.filter(isRelay);
  return { series, relays, exchanges: [...new Set(series.flatMap(({ exchanges }) => exchanges))] };
}
