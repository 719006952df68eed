import { replyId } from '../../answers/reply.ts';
import { isSuccess } from '../../exchange/exchange.ts';
import type { Behaviour } from '../behaviour.ts';
import { firstResult, hasIdOfAll, resultsOf } from '../findings/idempotent-results.ts';
import {
  byOperation,
  failureWords,
  replyIn,
  statusWords,
} from '../observations/observation-words.ts';
import { isSameResult, raceObservations, retryWords } from '../observations/retry-observations.ts';
import { oneKeyManyEndpoints, oneKeyTwoTenants, otherBodyOneKey } from '../probes/key-conflicts.ts';
import { keyLengths } from '../probes/key-lengths.ts';
import { billableRetries, streamRetries } from '../probes/key-retries.ts';
import { keyInFlight } from '../probes/unspecified.ts';
import { equalWithoutKey } from '../probes/without-idempotency-key.ts';

/** Where the probe tries each, on its first operation. */
const LENGTHS: readonly (readonly [subject: string, at: number])[] = [
  ['1 character', 1],
  ['255', 3],
  ['256', 4],
  ['none', 5],
  ['spaces', 6],
];

export const idempotency: readonly Behaviour[] = [
  {
    id: 'equal-requests-without-key',
    question: 'Do two equal requests without a key get two results?',
    silence: 'Whether two equal requests without an Idempotency-Key are one: not shown.',
    probe: equalWithoutKey,

    observe({ series }) {
      return series.flatMap((each) => {
        const [first, second] = resultsOf(each);
        if (first === undefined || second === undefined) return [];
        const isOne = isSameResult(each, first, second);
        const result = isOne ? 'one result' : 'two results';
        const value = hasIdOfAll(each, first) ? 'two answers with the id of all answers' : result;
        return isOne === undefined
          ? []
          : [{ subject: each.label, value, exchange: second.exchange }];
      });
    },
  },
  {
    id: 'key-of-another-operation',
    question: 'What does a key that another operation has used get?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    probe: oneKeyManyEndpoints,
    observe: ({ exchanges }) => byOperation(exchanges.slice(1), failureWords),
  },
  {
    id: 'key-of-another-tenant',
    question: 'What does a key that another tenant has used get?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    secondKey: true,
    probe: oneKeyTwoTenants,

    observe({ series }) {
      return series.flatMap((each) => {
        const theirs = each.exchanges.find(({ request }) => request.credential === 'second');
        const results = resultsOf(each);
        const [first] = results;
        const second = results.find(({ exchange }) => exchange === theirs);
        if (first === undefined || theirs === undefined) return [];
        const isOurs = first.id !== undefined && first.id === second?.id;
        const result = isOurs ? 'our result' : 'a separate result';
        const words = hasIdOfAll(each, first) ? 'the id of all answers' : result;
        const value = isSuccess(theirs.answer)
          ? `${statusWords(theirs)}, ${words}`
          : failureWords(theirs);
        return [{ subject: each.label, value, exchange: theirs }];
      });
    },
  },
  {
    id: 'repeated-key',
    question: 'What does a repeated Idempotency-Key get?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    probe: billableRetries,
    observe: ({ series }) => series.map(retryWords),
  },
  {
    id: 'repeated-key-headers',
    question: 'Which headers are only in the answer to a repeated Idempotency-Key?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    probe: billableRetries,

    observe({ series }) {
      return series.flatMap(({ label, exchanges }) => {
        const [first, again] = exchanges;
        if (first?.answer === undefined || again?.answer === undefined) return [];
        const before = new Set(first.answer.headers.map(([name]) => name));
        const added = again.answer.headers.filter(([name]) => !before.has(name));
        const value = added
          .map(([name, text]) => `${name}: ${text.slice(0, 80)}`)
          .toSorted()
          .join('; ');
        return [{ subject: label, value: value || 'none', exchange: again }];
      });
    },
  },
  {
    id: 'repeated-key-other-body',
    question: 'What does another body with the same Idempotency-Key get?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    probe: otherBodyOneKey,

    observe({ series }) {
      return series.flatMap((each) => {
        const other = each.exchanges[1];
        const first = firstResult(each);
        if (other === undefined || first === undefined) return [];
        const reply = replyIn(other);
        const success = reply !== undefined && isSuccess(reply);
        const replayed = success && first.id !== undefined && replyId(reply) === first.id;
        const result = replayed ? ', the result of the first body' : ', a separate result';
        const words = hasIdOfAll(each, first) ? ', the id of all answers' : result;
        const value = success
          ? `${statusWords(other)}${first.id === undefined ? '' : words}`
          : failureWords(other);
        return [{ subject: each.label, value, exchange: other }];
      });
    },
  },
  {
    id: 'repeated-key-stream',
    question: 'What does a repeated Idempotency-Key get when the first answer was a stream?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    probe: streamRetries,
    observe: ({ series }) => series.map(retryWords),
  },
  {
    id: 'retry-in-flight',
    question: 'What does a retry get while the first request is still in flight?',
    silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
    probe: keyInFlight,
    observe: ({ series }) => series.flatMap(raceObservations),
  },
  {
    id: 'taken-key-lengths',
    question: 'Which lengths of an Idempotency-Key are accepted?',
    silence: 'The length is 1 to 255 characters; what other lengths get is not shown.',
    probe: keyLengths,

    observe({ series }) {
      return LENGTHS.flatMap(([subject, at]) => {
        const exchange = series[0]?.exchanges[at];
        return exchange === undefined ? [] : [{ subject, value: failureWords(exchange), exchange }];
      });
    },
  },
];
