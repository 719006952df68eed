import {
  idempotencyConcurrentOneEffect,
  idempotencyInFlight,
} from '../../../../src/conformance/rules/idempotency/races.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { chat, chatStream, refused } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });
const transcript = (text = 'Hello.') => answer({ text, usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyConcurrentOneEffect, [
  passes('one id in all answers', series([chat('a'), chat('a'), chat('a')])),
  passes('one answer and 409 for the others', series([refused(409), chat('a')])),
  passes(
    'one id in streams and in answers that waited',
    series([chatStream('a'), chatStream('a', at(10)), refused(409, at(3))]),
  ),
  passes(
    'answers without an id and one effect',
    series([transcript(), transcript()], { effects: 1 }),
  ),
  finds(
    'two ids in answers that overlapped',
    series([chat('a'), chat('a', at(2)), chat('b', at(4))]),
    { expected: 'a, or in flight', actual: 'b', where: 'id' },
  ),
  finds(
    'two texts under one id in answers that overlapped',
    series([chat('a'), chat('a', at(2), 'Bye.')]),
    { where: 'choices' },
  ),
  finds('two texts in answers without an id', series([transcript(), transcript('Bye.')]), {
    expected: '"Hello." (6 characters)',
    where: 'text',
  }),
  finds(
    'answers without an id and three effects',
    series([transcript(), transcript(), transcript()], { effects: 3 }),
    { expected: '1 effect', actual: '3 effects' },
  ),
  unverified(
    'two ids in answers that followed one another',
    series([chat('a'), chat('b', at(5))]),
    'one of several concurrent requests',
  ),
  unverified(
    'answers without an id and no ledger',
    series([transcript(), transcript()]),
    'a ledger',
  ),
]);

ruleTable(idempotencyInFlight, [
  passes('the same result for all', series([chat('a'), chat('a', at(3))])),
  passes('429 and 503 beside 409', series([chat('a'), refused(429), refused(503), refused(409)])),
  passes('another status that the profile names', series([chat('a'), refused(425)]), {
    inFlightStatus: [409, 425],
  }),
  ...[300, 422].map((status) =>
    finds(`${status} for a retry`, series([chat('a'), refused(status)]), {
      actual: `status ${status}`,
    }),
  ),
  passes(
    'results of one moment in two seconds',
    series([
      answer({ created: 1, data: [] }, { operation: 'images' }),
      answer({ created: 2, data: [] }, { operation: 'images', sentAtMs: 3 }),
    ]),
  ),
  passes(
    '202 where the profile names it',
    series([answer({}, { status: 202 }), chat('a', at(3))]),
    { inFlightStatus: [409, 202] },
  ),
  unverified(
    '500 after the first request had ended, which is for another rule',
    series([chat('a'), refused(500, at(5))]),
    'overlapped with a request that returned 2xx',
  ),
  passes('the same stream for all', series([chatStream('a'), chatStream('a', at(3))])),
  finds('another stream for one that waited', series([chatStream('a'), chatStream('b', at(3))]), {
    expected: 'a, as at first',
    actual: 'b',
    where: 'id',
  }),
]);
