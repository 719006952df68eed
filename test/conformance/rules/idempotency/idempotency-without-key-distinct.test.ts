import { idempotencyWithoutKeyDistinct } from '../../../../src/conformance/rules/idempotency/idempotency-without-key-distinct.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const transcript = () => answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyWithoutKeyDistinct, [
  { name: 'two answers of two ids', evidence: series([chat('a'), chat('b')]) },
  {
    name: 'two answers of two ids and more effects than two',
    evidence: series([chat('a'), chat('b')], { effects: 3 }),
  },
  {
    name: 'two equal answers without an id and two effects',
    evidence: series([transcript(), transcript()], { effects: 2 }),
  },
  {
    name: 'one id in both answers',
    evidence: series([chat('a'), chat('a')]),
    findings: [{ expected: 'another id', actual: 'a', where: 'id' }],
  },
  {
    name: 'the same id as an unrelated answer',
    evidence: series([chat('a'), chat('a'), chat('a', { sent: { messages: ['other'] } })]),
    unverifiable: 'different ids for different requests',
  },
  {
    name: 'two answers without an id and one effect',
    evidence: series([transcript(), transcript()], { effects: 1 }),
    findings: [{ expected: '2 effects', actual: '1 effect' }],
  },
  {
    name: 'two equal answers without an id and no ledger',
    evidence: series([transcript(), transcript()]),
    unverifiable: 'a ledger',
  },
  {
    name: 'a second request that is refused as a duplicate',
    evidence: series([chat('a'), refused(409)]),
    findings: [{ expected: '2xx, as for the equal request before', actual: 'status 409' }],
  },
  {
    name: 'a second request that gets "too many requests"',
    evidence: series([chat('a'), refused(429)]),
    unverifiable: 'two complete 2xx answers',
  },
]);
