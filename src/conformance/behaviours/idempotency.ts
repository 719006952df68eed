import { isSuccess } from '../../exchange/exchange.ts';
import type { Observation, ProbeResults } from '../behaviour.ts';
import type { Series } from '../evidence.ts';
import { resultDifferences } from '../findings/differences.ts';
import {
  firstResult,
  hasIdOfAll,
  type KeyedResult,
  resultsOf,
} from '../findings/idempotent-results.ts';
import {
  equalWithoutKey,
  keyLengths,
  oneKeyManyEndpoints,
  oneKeyTwoTenants,
  otherBodyOneKey,
} from '../probes/keys.ts';
import { billableRetries, keyInFlight, streamRetries } from '../probes/retries.ts';
import { need } from '../rule.ts';
import {
  answersIn,
  BY_OPERATION,
  failureWords,
  points,
  statusWords,
  withSecondKey,
} from './points.ts';

const REPEATED = 'Behavior when the same Idempotency-Key is repeated: not shown.';

export const idempotency = [
  ...points(
    equalWithoutKey,
    'Whether two equal requests without an Idempotency-Key are one: not shown.',
    {
      'equal-requests-without-key': [
        'Do two equal requests without a key get two results?',
        ({ series }) => series.flatMap(withoutKey),
      ],
    },
  ),
  ...points(oneKeyManyEndpoints, REPEATED, {
    'key-of-another-operation': [
      'What does a key that another operation has used get?',
      ({ exchanges }) => answersIn(exchanges.slice(1), failureWords, BY_OPERATION),
    ],
  }),
  ...points(oneKeyTwoTenants, REPEATED, {
    'key-of-another-tenant': [
      'What does a key that another tenant has used get?',
      ({ series }) =>
        series.flatMap((each) => {
          const theirs = each.exchanges.find(({ request }) => request.credential === 'second');
          return besideFirst(each, theirs, 'our result');
        }),
    ],
  }).map(withSecondKey),
  ...points(billableRetries, REPEATED, {
    'repeated-key': [
      'What does a repeated Idempotency-Key get?',
      ({ series }) => series.map(ofRetry),
    ],
    'repeated-key-headers': [
      'Which headers are only in the answer to a repeated Idempotency-Key?',
      addedHeaders,
    ],
  }),
  ...points(otherBodyOneKey, REPEATED, {
    'repeated-key-other-body': [
      'What does another body with the same Idempotency-Key get?',
      ({ series }) =>
        series.flatMap((each) =>
          besideFirst(each, each.exchanges[1], 'the result of the first body'),
        ),
    ],
  }),
  ...points(streamRetries, REPEATED, {
    'repeated-key-stream': [
      'What does a repeated Idempotency-Key get when the first answer was a stream?',
      ({ series }) => series.map(ofRetry),
    ],
  }),
  ...points(keyInFlight, REPEATED, {
    'retry-in-flight': [
      'What does a retry get while the first request is still in flight?',
      ({ series }) => series.flatMap(ofRace),
    ],
  }),
  ...points(keyLengths, 'The length is 1 to 255 characters; what other lengths get is not shown.', {
    'taken-key-lengths': ['Which lengths of an Idempotency-Key are accepted?', ofLengths],
  }),
];

/** Where the probe tries each, on its first operation. */
const LENGTHS: readonly (readonly [subject: string, at: number])[] = [
  ['1 character', 1],
  ['255', 3],
  ['256', 4],
  ['none', 5],
  ['spaces', 6],
];

function ofLengths({ series }: ProbeResults): readonly Observation[] {
  return LENGTHS.flatMap(([subject, at]) => {
    const exchange = series[0]?.exchanges[at];
    return exchange === undefined ? [] : [{ subject, value: failureWords(exchange), exchange }];
  });
}

/** Whether the second of two equal requests got the result of the first. */
function withoutKey(series: Series): readonly Observation[] {
  const [first, second] = resultsOf(series);
  if (first === undefined || second === undefined) return [];
  const isOne = isSameResult(series, first, second);
  if (isOne === undefined) return [];
  const result = isOne ? 'one result' : 'two results';
  const value = hasIdOfAll(series, first) ? 'two answers with the id of all answers' : result;
  return [{ subject: series.label, value, exchange: second.exchange }];
}

/** Whether another request under a key got the result of the first. */
function besideFirst(
  series: Series,
  exchange: Series['exchanges'][number] | undefined,
  ofFirst: string,
): readonly Observation[] {
  const first = firstResult(series);
  if (first === undefined || exchange === undefined) return [];
  const { label: subject } = series;
  if (!isSuccess(exchange.answer)) return [{ subject, value: failureWords(exchange), exchange }];
  // Only an id shows whose result it is.
  if (first.id === undefined) return [{ subject, value: statusWords(exchange), exchange }];
  const other = resultsOf(series).find((result) => result.exchange === exchange);
  const result = other?.id === first.id ? ofFirst : 'a separate result';
  const words = hasIdOfAll(series, first) ? 'the id of all answers' : result;
  return [{ subject, value: `${statusWords(exchange)}, ${words}`, exchange }];
}

/** The headers that only the second answer of each series has. */
function addedHeaders({ series }: ProbeResults): readonly Observation[] {
  return series.flatMap(({ label, exchanges: [first, again] }) => {
    if (first?.answer === undefined || again?.answer === undefined) return [];
    const before = new Set(first.answer.headers.map(([name]) => name));
    const added = again.answer.headers.filter(([name]) => !before.has(name));
    const words = added.map(([name, text]) => `${name}: ${text.slice(0, 80)}`).toSorted();
    return [{ subject: label, value: words.join('; ') || 'none', exchange: again }];
  });
}

/** What the last retry with a key got, compared with the first request. */
function ofRetry(series: Series): Observation {
  const first = firstResult(series);
  const exchange = series.exchanges.at(-1);
  need(exchange, 'a request with a key');
  const { label: subject } = series;
  if (first === undefined || first.exchange === exchange) {
    return { subject, value: `no first result: ${failureWords(exchange)}`, exchange };
  }
  const again = resultsOf(series).find((result) => result.exchange === exchange);
  if (again === undefined) return { subject, value: failureWords(exchange), exchange };
  const value = `${statusWords(exchange)}, ${retryWords(series, first, again)}`;
  return { subject, value, exchange };
}

/** If results have no id, only the ledger shows whether an equal one is the same. */
function retryWords({ effects }: Series, first: KeyedResult, again: KeyedResult): string {
  if (!resultDifferences(first, again).next().done) return 'a new result';
  const isBilledOnce = effects === 1;
  if (first.id !== undefined) {
    const isBilledAgain = effects !== undefined && !isBilledOnce;
    return `the first result again${isBilledAgain ? ', billed again' : ''}`;
  }
  if (effects === undefined) return 'an equal result';
  return isBilledOnce ? 'the first result again' : 'a new result';
}

/** What each of several concurrent equal requests got, each result once. */
function ofRace(series: Series): readonly Observation[] {
  const first = firstResult(series);
  if (first === undefined) return [];
  const results = new Map(resultsOf(series).map((result) => [result.exchange, result]));
  const others = series.exchanges.filter((exchange) => exchange !== first.exchange);
  const seen = others.map((exchange): Observation => {
    const result = results.get(exchange);
    const value = result === undefined ? failureWords(exchange) : raceWords(series, first, result);
    return { subject: series.label, value, exchange };
  });
  return [...new Map(seen.map((each) => [each.value, each])).values()].toSorted((one, other) =>
    one.value.localeCompare(other.value),
  );
}

function raceWords(series: Series, first: KeyedResult, result: KeyedResult): string {
  const isSame = isSameResult(series, first, result);
  if (isSame === undefined) return 'an equal result';
  return isSame ? 'the result of the first' : 'a separate result';
}

/**
 * Whether two results of equal requests are one: by their ids, else by what they contain and by the effects
 * of the series. Undefined where neither shows it.
 */
function isSameResult(series: Series, first: KeyedResult, other: KeyedResult): boolean | undefined {
  if (first.id !== undefined) return other.id === first.id;
  if (!resultDifferences(first, other).next().done) return false;
  if (series.effects === 1) return true;
  return series.effects === resultsOf(series).length ? false : undefined;
}
