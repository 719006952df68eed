import { UNKNOWN_MODEL } from '../../../../src/conformance/probes/key-mismatches.ts';
import { idempotencyMismatchEachMember } from '../../../../src/conformance/rules/idempotency/idempotency-mismatch-each-member.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const label = 'chat, temperature';
const UNKNOWN = `chat, ${UNKNOWN_MODEL}`;

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
    name: 'another temperature that is carried out',
    evidence: series([chat('a'), chat('b')], { label }),
    findings: [{ actual: 'status 200' }],
  },
  {
    name: 'an unknown model that is answered with the first result',
    evidence: series([chat('a'), chat('a')], { label: UNKNOWN }),
    findings: [{ actual: 'status 200' }],
  },
  {
    name: 'an unknown model at which the gateway fails, which another rule forbids,',
    evidence: series([chat('a'), refused(500)], { label: UNKNOWN }),
    unverifiable: 'a refusal or an acceptance',
  },
  {
    name: 'a first body that is refused',
    evidence: series([refused(400), refused(400)], { label }),
    unverifiable: 'a valid request to succeed first, as a control',
  },

  {
    name: 'a run that ended before the other body',
    evidence: series([chat('a')], { label }),
    unverifiable: 'two bodies with one key',
  },
]);
