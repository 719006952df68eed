import {
  transportHttp2Goaway,
  transportHttp2LongHeader,
  transportHttp2Neighbours,
} from '../../../../src/conformance/rules/transport/http2.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { goawayWords, resetWords } from '../../../../src/exchange/http2/http2-failure.ts';
import { answer, type ExchangeFacts, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const whole = (facts: ExchangeFacts = {}) => stream([event('[DONE]')], facts);
const cutBy = (failure: string) => ({ ...whole({ outcome: 'truncated' }), failure });
const cut = cutBy(resetWords(2));
const label = 'a stream that its client cancels';

/** The stream alone, the one beside the trouble, and the trouble. */
const beside = (second = whole(), first = whole()) =>
  series([first, second, whole({ outcome: 'aborted' })], { label });

ruleTable(transportHttp2Neighbours, [
  passes('a whole stream', beside()),
  finds('a stream that breaks off', beside(cut), {
    expected: `a whole stream beside ${label}`,
    actual:
      'POST /chat/completions returned 200, text/event-stream, truncated (the stream was reset: INTERNAL_ERROR)',
  }),
  finds('a stream that does not begin', beside(whole({ outcome: 'reset', unanswered: true })), {
    actual: 'POST /chat/completions was reset',
  }),
  finds('a stream that is refused', beside(whole({ status: 400 })), {
    actual: 'POST /chat/completions returned 400, text/event-stream',
  }),
  unverified('a stream that is limited', beside(whole({ status: 429 })), 'needs an answer'),
  unverified('a control that fails', beside(cut, cut), 'needs a valid stream to succeed'),
  unverified('a lost trouble', series([whole(), whole()], { label }), 'needs a stream beside'),
]);

const good = answer({});
const refused = answer({}, { status: 431 });
const lost = answer({}, { outcome: 'reset', unanswered: true });
const long = (...exchanges: Exchange[]) => series(exchanges, { label: 'a header of 32 kB' });

ruleTable(transportHttp2LongHeader, [
  passes('431 and the next answer', long(good, refused, good)),
  passes('a reset of its stream and the next answer', long(good, lost, good)),
  passes('an answer to both', long(good, good, good)),
  finds('the end of the connection', long(good, lost), {
    expected: '2xx on the same connection, after a header of 32 kB',
    actual: 'POST /chat/completions was reset',
  }),
  finds('the end of the connection after 431', long(good, refused, lost), {
    actual: 'POST /chat/completions was reset',
  }),
  finds('a refusal of the next request', long(good, refused, refused), {
    actual: 'POST /chat/completions returned 431, application/json',
  }),
  unverified('a control that fails', long(refused, refused, good), 'needs a valid request'),
  unverified(
    'no answer in time, before the next answer',
    long(good, answer({}, { outcome: 'timed-out' }), good),
    'needs an answer to a header of 32 kB',
  ),
  unverified(
    'no answer in time',
    long(good, answer({}, { outcome: 'timed-out' })),
    'needs an answer',
  ),
  unverified(
    'a limited request',
    long(good, refused, answer({}, { status: 429 })),
    'needs an answer',
  ),
]);

ruleTable(transportHttp2Goaway, [
  passes('a whole stream', whole()),
  passes('a stream that breaks off for another reason', cut),
  finds('a stream that GOAWAY cuts', cutBy(goawayWords(0)), {
    expected: 'the rest of the answer',
    actual:
      'POST /chat/completions returned 200, text/event-stream, truncated (the target sent GOAWAY: NO_ERROR)',
  }),
]);
