import { idempotencyConcurrentOneEffect } from '../../../../src/conformance/rules/idempotency/idempotency-concurrent-one-effect.ts';
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
