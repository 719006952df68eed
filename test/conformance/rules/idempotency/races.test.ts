import {
  idempotencyConcurrentOneEffect,
  idempotencyInFlight,
} from '../../../../src/conformance/rules/idempotency/races.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, refused } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });
const transcript = (text = 'Hello.') => answer({ text, usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyConcurrentOneEffect, [
  { name: 'one id in all answers', evidence: series([chat('a'), chat('a'), chat('a')]) },
  { name: 'one answer and 409 for the others', evidence: series([refused(409), chat('a')]) },
  {
    name: 'one id in streams and in answers that waited',
    evidence: series([chatStream('a'), chatStream('a', at(10)), refused(409, at(3))]),
  },
  {
    name: 'answers without an id and one effect',
    evidence: series([transcript(), transcript()], { effects: 1 }),
  },
  {
    name: 'two ids in answers that overlapped',
    evidence: series([chat('a'), chat('a', at(2)), chat('b', at(4))]),
    findings: [{ expected: 'a, or in flight', actual: 'b', where: 'id' }],
  },
  {
    name: 'two texts under one id in answers that overlapped',
    evidence: series([chat('a'), chat('a', at(2), 'Bye.')]),
    findings: [{ where: 'choices' }],
  },
  {
    name: 'two texts in answers without an id',
    evidence: series([transcript(), transcript('Bye.')]),
    findings: [{ expected: '"Hello." (6 characters)', where: 'text' }],
  },
  {
    name: 'answers without an id and three effects',
    evidence: series([transcript(), transcript(), transcript()], { effects: 3 }),
    findings: [{ expected: '1 effect', actual: '3 effects' }],
  },
  {
    name: 'two ids in answers that followed one another',
    evidence: series([chat('a'), chat('b', at(5))]),
    unverifiable: 'one of several concurrent requests',
  },
  {
    name: 'answers without an id and no ledger',
    evidence: series([transcript(), transcript()]),
    unverifiable: 'a ledger',
  },
]);

ruleTable(idempotencyInFlight, [
  { name: '409 for all but one', evidence: series([chat('a'), refused(409), refused(409, at(2))]) },
  { name: 'the same result for all', evidence: series([chat('a'), chat('a', at(3))]) },
  {
    name: '429 and 503 beside 409',
    evidence: series([chat('a'), refused(429), refused(503), refused(409)]),
  },
  {
    name: 'another status that the profile names',
    evidence: series([chat('a'), refused(425)]),
    expect: { inFlightStatus: [409, 425] },
  },
  ...[300, 422].map((status) => ({
    name: `${status} for a retry`,
    evidence: series([chat('a'), refused(status)]),
    findings: [{ actual: `status ${status}` }],
  })),
  {
    name: 'results of one moment in two seconds',
    evidence: series([
      answer({ created: 1, data: [] }, { operation: 'images' }),
      answer({ created: 2, data: [] }, { operation: 'images', sentAtMs: 3 }),
    ]),
  },
  {
    name: '202 where the profile names it',
    evidence: series([answer({}, { status: 202 }), chat('a', at(3))]),
    expect: { inFlightStatus: [409, 202] },
  },
  {
    name: '500 after the first request had ended, which is for another rule',
    evidence: series([chat('a'), refused(500, at(5))]),
    unverifiable: 'overlapped with a request that returned 2xx',
  },
  { name: 'the same stream for all', evidence: series([chatStream('a'), chatStream('a', at(3))]) },
  {
    name: 'another stream for one that waited',
    evidence: series([chatStream('a'), chatStream('b', at(3))]),
    findings: [{ expected: 'a, as at first', actual: 'b', where: 'id' }],
  },
]);
