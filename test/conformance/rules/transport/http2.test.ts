import { LONG_FIELD } from '../../../../src/conformance/probes/http2.ts';
import {
  transportHttp2Goaway,
  transportHttp2LongHeader,
  transportHttp2Neighbours,
} from '../../../../src/conformance/rules/transport/http2.ts';
import { goawayWords, resetWords } from '../../../../src/exchange/http2/http2-failure.ts';
import { type ExchangeFacts, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const whole = (facts: ExchangeFacts = {}) => stream([event('[DONE]')], facts);
const cutBy = (failure: string) => ({ ...whole({ outcome: 'truncated' }), failure });
const cut = cutBy(resetWords(2));
const CANCELLED = 'a stream that its client cancels';

/** The stream alone, the one beside the trouble, and the trouble. */
const beside = (label: string, second = whole(), first = whole()) =>
  series([first, second, whole({ outcome: 'aborted' })], { label });

for (const [rule, label, other] of [
  [transportHttp2Neighbours, CANCELLED, LONG_FIELD],
  [transportHttp2LongHeader, LONG_FIELD, CANCELLED],
] as const) {
  ruleTable(rule, [
    passes('a whole stream', beside(label)),
    finds('a stream that breaks off', beside(label, cut), {
      expected: `a whole stream beside ${label}`,
      actual:
        'POST /chat/completions returned 200, text/event-stream, truncated (the stream was reset: INTERNAL_ERROR)',
    }),
    finds(
      'a stream that does not begin',
      beside(label, whole({ outcome: 'reset', unanswered: true })),
      {
        expected: `a whole stream beside ${label}`,
        actual: 'POST /chat/completions was reset',
      },
    ),
    finds('a stream that is refused', beside(label, whole({ status: 400 })), {
      expected: `a whole stream beside ${label}`,
      actual: 'POST /chat/completions returned 400, text/event-stream',
    }),
    unverified(
      'a stream that is limited',
      beside(label, whole({ status: 429 })),
      'needs an answer',
    ),
    unverified('a control that fails', beside(label, cut, cut), 'needs a valid stream to succeed'),
    unverified('a lost trouble', series([whole(), whole()], { label }), 'needs a stream beside'),
    unverified('another trouble', beside(other, cut), 'needs a'),
  ]);
}

ruleTable(transportHttp2Goaway, [
  passes('a whole stream', whole()),
  passes('a stream that breaks off for another reason', cut),
  finds('a stream that GOAWAY cuts', cutBy(goawayWords(0)), {
    expected: 'the rest of the answer',
    actual:
      'POST /chat/completions returned 200, text/event-stream, truncated (the target sent GOAWAY: NO_ERROR)',
  }),
]);
