import { describeOutcome } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Behaviour, Observation, ProbeResults } from '../behaviour.ts';
import * as topics from '../behaviours/topics.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import { type Probe, Unverifiable } from '../rule.ts';
import {
  absenceReason,
  exchangesOf,
  isAbsent,
  isOfAbsent,
  operationsOf,
} from './absent-operations.ts';
import { BehaviourFailure } from './behaviour-failure.ts';
import type { Capabilities } from './prerequisites.ts';
import { ProbeFailure } from './probe-failure.ts';
import { gather, runProbes } from './run-probes.ts';

/** A behaviour with the topic it belongs to: the name of its folder. */
export interface TopicEntry {
  readonly topic: string;
  readonly behaviour: Behaviour;
}

/** Every behaviour, in the order of the registries. */
export const BEHAVIOURS: readonly TopicEntry[] = Object.entries(topics).flatMap(
  ([topic, behaviours]) =>
    Object.values<Behaviour>(behaviours).map((behaviour) => ({ topic, behaviour })),
);

export interface ObserveOptions {
  readonly behaviours: readonly TopicEntry[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  readonly gatewayFor: (probe: Probe) => ProbeGateway;
  readonly targetIsGone: () => boolean;
  /** Looks whether the target is still there, when one of these exchanges broke off. */
  readonly lookAgain: (exchanges: readonly Exchange[]) => Promise<void>;
  readonly signal: AbortSignal;
  /** Aborts when the time is up: what has not ended by then is left open. */
  readonly timeLimit?: AbortSignal;
  readonly onProgress?: (progress: { done: number; of: number; probe: string }) => void;
}

/** What a gateway showed of one behaviour, or why it showed nothing. */
export type Observed = TopicEntry &
  ({ readonly observations: readonly Observation[] } | { readonly because: string });

export interface ObserveResult {
  readonly observed: readonly Observed[];
  readonly cutShort?: 'interrupted' | 'target-gone' | 'time-limit';
  /** Probes and behaviours of ours that broke, a sentence each. */
  readonly failures: readonly string[];
}

const NOT_REACHED = {
  interrupted: 'the run was interrupted',
  'target-gone': 'the target stopped answering',
  'time-limit': 'time limit reached (raise --time-limit)',
} as const;

const BROKEN = 'a mistake in Assay kept it from being asked';
const NO_SECOND_KEY = 'it needs an API key of another tenant: set ASSAY_API_KEY_2';

/** Runs each probe once and lets its behaviours look at what it gathered. */
export async function observeBehaviours(options: ObserveOptions): Promise<ObserveResult> {
  const round = new Round(options);
  const behaviours = round.probes();
  await runProbes([...behaviours.keys()], (probe) => round.run(probe, behaviours.get(probe) ?? []));
  return round.result();
}

/** What one behaviour came to. */
type Outcome = { readonly observations: readonly Observation[] } | { readonly because: string };

/** One look at a gateway, probe by probe. */
class Round {
  readonly #options: ObserveOptions;
  readonly #told = new Map<Behaviour, Outcome>();
  readonly #failures: string[] = [];
  #of = 0;
  #done = 0;
  #cutShort: ObserveResult['cutShort'];

  constructor(options: ObserveOptions) {
    this.#options = options;
  }

  /** Each probe with the behaviours that it is to show. */
  probes(): ReadonlyMap<Probe, Behaviour[]> {
    const { behaviours, capabilities } = this.#options;
    const wanted = behaviours
      .map(({ behaviour }) => behaviour)
      .filter(({ secondKey }) => capabilities.secondKey || secondKey !== true)
      .filter((behaviour) => this.#absenceOf(behaviour) === undefined);
    const probes = Map.groupBy(wanted, ({ probe }) => probe);
    this.#of = probes.size;
    return probes;
  }

  async run(probe: Probe, behaviours: readonly Behaviour[]): Promise<void> {
    if (this.#isCutShort()) return;
    const { gatewayFor, lookAgain, profile, onProgress } = this.#options;
    try {
      const gathered = await gather(probe, gatewayFor(probe));
      await lookAgain(gathered.flatMap(exchangesOf));
      // What was gathered while the run broke off says more about the break than about the target.
      if (this.#isCutShort()) return;
      for (const behaviour of behaviours) {
        this.#told.set(behaviour, lookAt(behaviour, gathered, profile));
      }
    } catch (error) {
      if (!(error instanceof ProbeFailure) && !(error instanceof BehaviourFailure)) throw error;
      this.#failures.push(error.message);
    }
    this.#done += 1;
    onProgress?.({ done: this.#done, of: this.#of, probe: probe.name });
  }

  result(): ObserveResult {
    const observed = this.#options.behaviours.map((entry) => ({
      ...entry,
      ...(this.#told.get(entry.behaviour) ?? { because: this.#whyUntold(entry.behaviour) }),
    }));
    const cutShort = this.#cutShort;
    return { observed, failures: this.#failures, ...(cutShort && { cutShort }) };
  }

  #absenceOf({ operation }: Behaviour): string | undefined {
    const { profile } = this.#options;
    if (operation === undefined || !isAbsent(operation, profile)) return undefined;
    return absenceReason([operation], profile);
  }

  #whyUntold(behaviour: Behaviour): string {
    const { secondKey } = behaviour;
    const absence = this.#absenceOf(behaviour);
    if (absence !== undefined) return absence;
    if (secondKey && !this.#options.capabilities.secondKey) return NO_SECOND_KEY;
    return this.#cutShort === undefined ? BROKEN : NOT_REACHED[this.#cutShort];
  }

  #isCutShort(): boolean {
    const { signal, timeLimit, targetIsGone } = this.#options;
    if (signal.aborted) this.#cutShort = 'interrupted';
    else if (timeLimit?.aborted) this.#cutShort = 'time-limit';
    else if (targetIsGone()) this.#cutShort ??= 'target-gone';
    return this.#cutShort !== undefined;
  }
}

/** What is of an absent operation is left out; where nothing is left, its absence is the reason. */
function lookAt(
  behaviour: Behaviour,
  gathered: readonly (Exchange | Series)[],
  profile: ResolvedProfile,
): Outcome {
  const offered = gathered.filter((piece) => !isOfAbsent(piece, profile));
  const absence = absenceReason(operationsOf(gathered), profile);
  if (offered.length === 0 && absence !== '') return { because: absence };
  return look(behaviour, seenIn(offered), profile);
}

function look(behaviour: Behaviour, results: ProbeResults, { expect }: ResolvedProfile): Outcome {
  try {
    const observations = behaviour.observe(results, expect);
    return observations.length > 0 ? { observations } : { because: whatCame(results) };
  } catch (error) {
    if (error instanceof Unverifiable) return { because: `it ${error.message}` };
    throw new BehaviourFailure(behaviour.id, error);
  }
}

function whatCame({ exchanges }: ProbeResults): string {
  const [first] = exchanges;
  const came = first === undefined ? '' : ` (${describeOutcome(first)})`;
  return `no answer showed it${came}`;
}

function seenIn(pieces: readonly (Exchange | Series)[]): ProbeResults {
  const series = pieces.map((piece) =>
    'exchanges' in piece ? piece : { label: piece.operation, exchanges: [piece] },
  );
  return { series, exchanges: [...new Set(series.flatMap(({ exchanges }) => exchanges))] };
}
