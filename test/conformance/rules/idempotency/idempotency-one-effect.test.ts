import { idempotencyOneEffect } from '../../../../src/conformance/rules/idempotency/idempotency-one-effect.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyOneEffect, [
  {
    name: 'one effect of three',
    evidence: series([chat('a'), chat('a'), chat('a')], { effects: 1 }),
  },
  {
    name: 'one effect of a request that was in flight for its retry',
    evidence: series([chat('a'), refused(409)], { effects: 1 }),
  },
  {
    name: 'an effect for each of three answers',
    evidence: series([chat('a'), chat('a'), chat('a')], { effects: 3 }),
    findings: [{ expected: '1 effect of 3 requests with one key', actual: '3 effects' }],
  },
  {
    name: 'a request whose client disconnected and that had its effect',
    evidence: series([chat('a', { outcome: 'aborted' })], { effects: 1 }),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'no ledger',
    evidence: series([chat('a'), chat('a')]),
    unverifiable: 'a count of billed effects',
  },
]);
