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
import { chat, chatStream, refused } from './retries.ts';

ruleTable(idempotencyJsonSpelling, [
  { name: 'the first answer again', evidence: series([chat('a'), chat('a')]) },
  { name: 'a refusal', evidence: series([chat('a'), refused(422)]) },
  {
    name: 'another result',
    evidence: series([chat('a'), chat('b')]),
    findings: [{ expected: 'a, or 4xx', actual: 'b', where: 'id' }],
  },
  {
    name: 'a retry on which the server fails',
    evidence: series([chat('a'), refused(500)]),
    unverifiable: 'an answer to the other spelling',
  },
  {
    name: 'a first request that is refused',
    evidence: series([refused(404), refused(404)]),
    unverifiable: 'a 2xx answer with an id',
  },
]);

ruleTable(idempotencyMismatch422, [
  { name: '422 for another body', evidence: series([chat('a'), refused(422), chat('a')]) },
  {
    name: 'another status that the profile names',
    evidence: series([chat('a'), refused(400)]),
    expect: { mismatchStatus: [400, 422] },
  },
  ...[400, 409].map((status) => ({
    name: `${status} for another body`,
    evidence: series([chat('a'), refused(status)]),
    findings: [{ expected: 'status 422', actual: `status ${status}` }],
  })),
  {
    name: 'another body that is accepted, which is for another rule',
    evidence: series([chat('a'), chat('b')]),
    unverifiable: 'another body that is refused',
  },
  {
    name: 'a first body that is refused',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'a first body that is accepted',
  },
]);

const label = 'chat, temperature';

ruleTable(idempotencyMismatchEachMember, [
  ...[400, 409, 422].map((status) => ({
    name: `another temperature that is refused with ${status}`,
    evidence: series([chat('a'), refused(status)], { label }),
  })),
  {
    name: 'another temperature that is answered with the first result',
    evidence: series([chat('a'), chat('a')], { label }),
    findings: [{ expected: '4xx for another body (chat, temperature)', actual: 'status 200' }],
  },
  {
    name: 'a run that ended before the other body',
    evidence: series([chat('a')], { label }),
    unverifiable: 'two bodies with one key',
  },
]);

ruleTable(idempotencyMismatchKeepsFirst, [
  { name: 'the first answer again', evidence: series([chat('a'), refused(422), chat('a')]) },
  {
    name: 'another result for the first body',
    evidence: series([chat('a'), refused(422), chat('b')]),
    findings: [{ where: 'id' }],
  },
  {
    name: 'a refusal of the first body',
    evidence: series([chat('a'), refused(422), refused(409)]),
    findings: [{ expected: 'status 200, as at first', actual: 'status 409' }],
  },
  {
    name: 'another body that is accepted, which is for another rule',
    evidence: series([chat('a'), chat('b'), chat('b')]),
    unverifiable: 'another body that is refused',
  },
  {
    name: 'a first body that gets "too many requests"',
    evidence: series([chat('a'), refused(422), refused(429)]),
    unverifiable: 'an answer to the first body again',
  },
  {
    name: 'a first body that is refused',
    evidence: series([refused(400), refused(400), refused(400)]),
    unverifiable: 'a first body that is accepted',
  },
]);

ruleTable(idempotencyMismatchRefused, [
  ...[400, 409, 422].map((status) => ({
    name: `another body that is refused with ${status}`,
    evidence: series([chat('a'), refused(status)]),
  })),
  {
    name: 'another body that is answered with the first result',
    evidence: series([chat('a'), chat('a')]),
    findings: [{ expected: '4xx for another body of a series', actual: 'status 200' }],
  },
  {
    name: 'one body alone',
    evidence: series([chat('a')]),
    unverifiable: 'two bodies with one key',
  },
]);

const heard = answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyMultipartBoundary, [
  { name: 'one effect of both forms', evidence: series([heard, heard], { effects: 1 }) },
  {
    name: 'a form that is accepted, without a ledger',
    evidence: series([heard, heard]),
    unverifiable: 'a ledger, because the answers have no id',
  },
  {
    name: 'a form that is refused',
    evidence: series([heard, refused(422)], { effects: 1 }),
    findings: [{ expected: 'the first answer again', actual: 'status 422' }],
  },
  {
    name: 'a form that is carried out again',
    evidence: series([heard, heard], { effects: 2 }),
    findings: [{ expected: '1 effect', actual: '2 effects' }],
  },
  {
    name: 'a form that gets "too many requests"',
    evidence: series([heard, refused(429)]),
    unverifiable: 'an answer to the retry',
  },
  {
    name: 'a first form that is refused',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'a valid form that is accepted',
  },
]);

const sent = { sent: { model: 'm', stream: true } };
const unasked = { sent: { model: 'm', stream: false } };

ruleTable(idempotencyStreamFlag, [
  {
    name: 'a refusal in both orders',
    evidence: [
      series([chatStream('a', sent), refused(422, unasked)]),
      series([chat('a', unasked), refused(422, sent)]),
    ],
  },
  {
    name: 'the same result in the requested form',
    evidence: [
      series([chatStream('a', sent), chat('a', unasked)]),
      series([chat('a', unasked), chatStream('a', sent)]),
    ],
  },
  {
    name: 'a stream for one body',
    evidence: series([chatStream('a', sent), chatStream('a', unasked)]),
    findings: [{ expected: 'one body, or 4xx', actual: 'text/event-stream' }],
  },
  {
    name: 'another result',
    evidence: series([chatStream('a', sent), chat('b', unasked)]),
    findings: [{ expected: 'a, or 4xx', actual: 'b', where: 'id' }],
  },
  {
    name: 'a retry on which the server fails',
    evidence: series([chat('a', unasked), refused(500, sent)]),
    findings: [{ expected: 'the same result, or 4xx', actual: 'status 500' }],
  },
  {
    name: 'a retry that gets "too many requests"',
    evidence: series([chat('a', unasked), refused(429, sent)]),
    unverifiable: 'an answer to the other form',
  },
  {
    name: 'a first request that is refused',
    evidence: series([refused(404, unasked), refused(404, sent)]),
    unverifiable: 'a 2xx answer with an id',
  },
]);
