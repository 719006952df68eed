import type { Sighting } from '../behaviour.ts';
import type { Series } from '../evidence.ts';
import { resultDifferences } from '../findings/differences.ts';
import { firstResult, type KeyedResult, resultsOf } from '../findings/idempotent-results.ts';
import { need } from '../rule.ts';
import { failureWords, statusWords } from './observation-words.ts';

/** What the last retry of a key got, beside what its first request got. */
export function retryWords(series: Series): Sighting {
  const first = firstResult(series);
  const exchange = series.exchanges.at(-1);
  need(exchange, 'a request with a key');
  if (first === undefined || first.exchange === exchange) {
    return { of: series.label, saw: `no first result: ${failureWords(exchange)}`, exchange };
  }
  const again = resultsOf(series).find((result) => result.exchange === exchange);
  if (again === undefined) return { of: series.label, saw: failureWords(exchange), exchange };
  const result = resultWords(series, first, again);
  return { of: series.label, saw: `${statusWords(exchange)}, ${result}`, exchange };
}

/** Where results carry no id, only the ledger can tell an equal one from the same. */
function resultWords({ effects }: Series, first: KeyedResult, again: KeyedResult): string {
  const [difference] = resultDifferences(first, again);
  if (difference !== undefined) return 'a new result';
  const once = effects === 1;
  if (first.id !== undefined) {
    return `the first result again${effects === undefined || once ? '' : ', billed anew'}`;
  }
  if (effects === undefined) return 'an equal result';
  return once ? 'the first result again' : 'a new result';
}

/** What each of equal requests got that met in the gateway, each thing once. */
export function raceSightings(series: Series): readonly Sighting[] {
  const first = firstResult(series);
  if (first === undefined) return [];
  const results = new Map(resultsOf(series).map((result) => [result.exchange, result]));
  const sightings = series.exchanges
    .filter((exchange) => exchange !== first.exchange)
    .map((exchange): Sighting => {
      const result = results.get(exchange);
      const same = result?.id === first.id ? 'the result of the first' : 'a result of its own';
      const saw = result === undefined ? failureWords(exchange) : same;
      return { of: series.label, saw, exchange };
    });
  return [...new Map(sightings.map((sighting) => [sighting.saw, sighting])).values()].toSorted(
    (one, other) => one.saw.localeCompare(other.saw),
  );
}
