import { idempotencyEmptyRefused } from '../../../../src/conformance/rules/idempotency/idempotency-empty-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused, withKey } from './retries.ts';

const ordinary = chat('a', withKey('an-ordinary-key'));

ruleTable(idempotencyEmptyRefused, [
  {
    name: 'an empty key and one of spaces that are refused',
    evidence: series([ordinary, refused(400, withKey('')), refused(422, withKey('   '))]),
  },
  {
    name: 'an empty key that is taken as none',
    evidence: series([ordinary, chat('b', withKey('')), refused(400, withKey('   '))]),
    findings: [{ expected: '4xx for an empty key', actual: 'status 200' }],
  },
  {
    name: 'an empty key that was removed in transit',
    evidence: series([ordinary, chat('b')]),
    unverifiable: 'a request sent with an empty key',
  },
]);
