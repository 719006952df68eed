import type { Exchange } from '../exchange/exchange.ts';
import type { Behaviour, Seen, Sighting } from './behaviour.ts';
import { BehaviourFailure } from './behaviour-failure.ts';
import * as topics from './behaviours/topics.ts';
import type { ProbeGateway } from './gateway.ts';
import type { Means } from './prerequisites.ts';
import type { Reading } from './reading.ts';
import { type Probe, type Series, Unverifiable } from './rule.ts';
import { eachOf, gather, PROBES_AT_ONCE } from './run.ts';

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
  readonly reading: Reading;
  readonly means: Means;
  readonly gatewayFor: (probe: Probe) => ProbeGateway;
  readonly targetIsGone: () => boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { done: number; of: number; probe: string }) => void;
}

/** What a gateway showed of one behaviour, or why it showed nothing. */
export type Observed = TopicEntry &
  ({ readonly sightings: readonly Sighting[] } | { readonly because: string });

export interface ObserveResult {
  readonly observed: readonly Observed[];
  readonly cutShort?: 'interrupted' | 'target-gone';
  /** Probes and behaviours of ours that broke, a sentence each. */
  readonly failures: readonly string[];
}

const NOT_REACHED = {
  interrupted: 'the run was interrupted',
  'target-gone': 'the target stopped answering',
} as const;

const NO_SECOND_KEY = 'it needs an API key of another tenant: set ASSAY_API_KEY_2';

/** Runs each probe once and lets its behaviours look at what it gathered. */
export async function observe(options: ObserveOptions): Promise<ObserveResult> {
  const { behaviours, reading, means, signal, targetIsGone } = options;
  const told = new Map<Behaviour, { sightings: readonly Sighting[] } | { because: string }>();
  const failures: string[] = [];
  for (const { behaviour } of behaviours) {
    if (behaviour.secondKey && !means.secondKey) told.set(behaviour, { because: NO_SECOND_KEY });
  }
  const wanted = behaviours.map(({ behaviour }) => behaviour).filter((each) => !told.has(each));
  const entries = [...Map.groupBy(wanted, ({ probe }) => probe)];
  let done = 0;
  let cutShort: ObserveResult['cutShort'];
  const isCutShort = (): boolean => {
    if (signal.aborted) cutShort = 'interrupted';
    else if (targetIsGone()) cutShort ??= 'target-gone';
    return cutShort !== undefined;
  };
  const runOne = async ([probe, mine]: [Probe, Behaviour[]]): Promise<void> => {
    if (isCutShort()) return;
    try {
      const seen = seenIn(await gather(probe, options.gatewayFor(probe)));
      if (isCutShort()) return;
      for (const behaviour of mine) told.set(behaviour, look(behaviour, seen, reading));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failures.push(message);
      for (const behaviour of mine) told.set(behaviour, { because: message });
    }
    done += 1;
    options.onProgress?.({ done, of: entries.length, probe: probe.name });
  };
  const beside = entries.filter(([probe]) => probe.alone !== true);
  const alone = entries.filter(([probe]) => probe.alone === true);
  await eachOf(beside, PROBES_AT_ONCE, runOne);
  await eachOf(alone, 1, runOne);
  const unreached = { because: NOT_REACHED[cutShort ?? 'interrupted'] };
  return {
    observed: behaviours.map((entry) => ({
      ...entry,
      ...(told.get(entry.behaviour) ?? unreached),
    })),
    failures,
    ...(cutShort && { cutShort }),
  };
}

function look(
  behaviour: Behaviour,
  seen: Seen,
  reading: Reading,
): { sightings: readonly Sighting[] } | { because: string } {
  try {
    const sightings = behaviour.observe(seen, reading.expect);
    return sightings.length > 0 ? { sightings } : { because: 'no answer showed it' };
  } catch (error) {
    if (error instanceof Unverifiable) return { because: error.message };
    throw new BehaviourFailure(behaviour.id, error);
  }
}

function seenIn(pieces: readonly (Exchange | Series)[]): Seen {
  const series = pieces.map((piece) =>
    'exchanges' in piece ? piece : { label: piece.operation, exchanges: [piece] },
  );
  return { series, exchanges: [...new Set(series.flatMap(({ exchanges }) => exchanges))] };
}
