import {
  idempotencyJsonSpelling,
  idempotencyMismatch422,
  idempotencyMismatchEachMember,
  idempotencyMismatchKeepsFirst,
  idempotencyMismatchRefused,
  idempotencyMultipartBoundary,
  idempotencyStreamFlag,
} from '../../../../src/conformance/rules/idempotency/mismatches.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { chat, chatStream, refused } from './retries.ts';

ruleTable(idempotencyJsonSpelling, [
  passes('the first answer again', series([chat('a'), chat('a')])),
  passes('a refusal', series([chat('a'), refused(422)])),
  finds('another result', series([chat('a'), chat('b')]), {
    expected: 'a, or 4xx',
    actual: 'b',
    where: 'id',
  }),
  unverified(
    'a retry on which the server fails',
    series([chat('a'), refused(500)]),
    'an answer to the other spelling',
  ),
  unverified(
    'a first request that is refused',
    series([refused(404), refused(404)]),
    'a 2xx answer with an id',
  ),
]);

ruleTable(idempotencyMismatch422, [
  passes('422 for another body', series([chat('a'), refused(422), chat('a')])),
  passes('another status that the profile names', series([chat('a'), refused(400)]), {
    mismatchStatus: [400, 422],
  }),
  ...[400, 409].map((status) =>
    finds(`${status} for another body`, series([chat('a'), refused(status)]), {
      expected: 'status 422',
      actual: `status ${status}`,
    }),
  ),
  unverified(
    'another body that is accepted, which is for another rule',
    series([chat('a'), chat('b')]),
    'another body that is refused',
  ),
  unverified(
    'a first body that is refused',
    series([refused(400), refused(400)]),
    'a first body that is accepted',
  ),
]);

const label = 'chat, temperature';

ruleTable(idempotencyMismatchEachMember, [
  ...[400, 409, 422].map((status) =>
    passes(
      `another temperature that is refused with ${status}`,
      series([chat('a'), refused(status)], { label }),
    ),
  ),
  finds(
    'another temperature that is answered with the first result',
    series([chat('a'), chat('a')], { label }),
    { expected: '4xx for another body (chat, temperature)', actual: 'status 200' },
  ),
  unverified(
    'a run that ended before the other body',
    series([chat('a')], { label }),
    'two bodies with one key',
  ),
]);

ruleTable(idempotencyMismatchKeepsFirst, [
  passes('the first answer again', series([chat('a'), refused(422), chat('a')])),
  finds('another result for the first body', series([chat('a'), refused(422), chat('b')]), {
    where: 'id',
  }),
  finds('a refusal of the first body', series([chat('a'), refused(422), refused(409)]), {
    expected: 'status 200, as at first',
    actual: 'status 409',
  }),
  unverified(
    'another body that is accepted, which is for another rule',
    series([chat('a'), chat('b'), chat('b')]),
    'another body that is refused',
  ),
  unverified(
    'a first body that gets "too many requests"',
    series([chat('a'), refused(422), refused(429)]),
    'an answer to the first body again',
  ),
  unverified(
    'a first body that is refused',
    series([refused(400), refused(400), refused(400)]),
    'a first body that is accepted',
  ),
]);

ruleTable(idempotencyMismatchRefused, [
  ...[400, 409, 422].map((status) =>
    passes(`another body that is refused with ${status}`, series([chat('a'), refused(status)])),
  ),
  finds('another body that is answered with the first result', series([chat('a'), chat('a')]), {
    expected: '4xx for another body of a series',
    actual: 'status 200',
  }),
  unverified('one body alone', series([chat('a')]), 'two bodies with one key'),
]);

const heard = answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyMultipartBoundary, [
  passes('one effect of both forms', series([heard, heard], { effects: 1 })),
  unverified(
    'a form that is accepted, without a ledger',
    series([heard, heard]),
    'a ledger, because the answers have no id',
  ),
  finds('a form that is refused', series([heard, refused(422)], { effects: 1 }), {
    expected: 'the first answer again',
    actual: 'status 422',
  }),
  finds('a form that is carried out again', series([heard, heard], { effects: 2 }), {
    expected: '1 effect',
    actual: '2 effects',
  }),
  unverified(
    'a form that gets "too many requests"',
    series([heard, refused(429)]),
    'an answer to the retry',
  ),
  unverified(
    'a first form that is refused',
    series([refused(400), refused(400)]),
    'a valid form that is accepted',
  ),
]);

const sent = { sent: { model: 'm', stream: true } };
const unasked = { sent: { model: 'm', stream: false } };

ruleTable(idempotencyStreamFlag, [
  passes('a refusal in both orders', [
    series([chatStream('a', sent), refused(422, unasked)]),
    series([chat('a', unasked), refused(422, sent)]),
  ]),
  passes('the same result in the requested form', [
    series([chatStream('a', sent), chat('a', unasked)]),
    series([chat('a', unasked), chatStream('a', sent)]),
  ]),
  finds('a stream for one body', series([chatStream('a', sent), chatStream('a', unasked)]), {
    expected: 'one body, or 4xx',
    actual: 'text/event-stream',
  }),
  finds('another result', series([chatStream('a', sent), chat('b', unasked)]), {
    expected: 'a, or 4xx',
    actual: 'b',
    where: 'id',
  }),
  finds('a retry on which the server fails', series([chat('a', unasked), refused(500, sent)]), {
    expected: 'the same result, or 4xx',
    actual: 'status 500',
  }),
  unverified(
    'a retry that gets "too many requests"',
    series([chat('a', unasked), refused(429, sent)]),
    'an answer to the other form',
  ),
  unverified(
    'a first request that is refused',
    series([refused(404, unasked), refused(404, sent)]),
    'a 2xx answer with an id',
  ),
]);
