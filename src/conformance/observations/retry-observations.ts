import type { Observation } from '../behaviour.ts';
import type { Series } from '../evidence.ts';
import { resultDifferences } from '../findings/differences.ts';
import { firstResult, type KeyedResult, resultsOf } from '../findings/idempotent-results.ts';
import { need } from '../rule.ts';
import { failureWords, statusWords } from './observation-words.ts';

/** What the last retry with a key got, compared with the first request. */
export function retryWords(series: Series): Observation {
  const first = firstResult(series);
  const exchange = series.exchanges.at(-1);
  need(exchange, 'a request with a key');
  if (first === undefined || first.exchange === exchange) {
    return { subject: series.label, value: `no first result: ${failureWords(exchange)}`, exchange };
  }
  const again = resultsOf(series).find((result) => result.exchange === exchange);
  if (again === undefined)
    return { subject: series.label, value: failureWords(exchange), exchange };
  const result = resultWords(series, first, again);
  return { subject: series.label, value: `${statusWords(exchange)}, ${result}`, exchange };
}

/** If results have no id, only the ledger shows whether an equal one is the same. */
function resultWords({ effects }: Series, first: KeyedResult, again: KeyedResult): string {
  const [difference] = resultDifferences(first, again);
  if (difference !== undefined) return 'a new result';
  const once = effects === 1;
  if (first.id !== undefined) {
    return `the first result again${effects === undefined || once ? '' : ', billed again'}`;
  }
  if (effects === undefined) return 'an equal result';
  return once ? 'the first result again' : 'a new result';
}

/** What each of several concurrent equal requests got, each result once. */
export function raceObservations(series: Series): readonly Observation[] {
  const first = firstResult(series);
  if (first === undefined) return [];
  const results = new Map(resultsOf(series).map((result) => [result.exchange, result]));
  const observations = series.exchanges
    .filter((exchange) => exchange !== first.exchange)
    .map((exchange): Observation => {
      const result = results.get(exchange);
      const value =
        result === undefined ? failureWords(exchange) : inRaceWords(series, first, result);
      return { subject: series.label, value, exchange };
    });
  return [
    ...new Map(observations.map((observation) => [observation.value, observation])).values(),
  ].toSorted((one, other) => one.value.localeCompare(other.value));
}

function inRaceWords(series: Series, first: KeyedResult, result: KeyedResult): string {
  const isSame = isSameResult(series, first, result);
  if (isSame === undefined) return 'an equal result';
  return isSame ? 'the result of the first' : 'a separate result';
}

/**
 * Whether two results of equal requests are one: by their ids, else by what they contain and by the effects
 * of the series. Undefined where neither shows it.
 */
export function isSameResult(
  series: Series,
  first: KeyedResult,
  other: KeyedResult,
): boolean | undefined {
  if (first.id !== undefined) return other.id === first.id;
  if (!resultDifferences(first, other).next().done) return false;
  if (series.effects === 1) return true;
  return series.effects === resultsOf(series).length ? false : undefined;
}
