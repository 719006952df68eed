import { idempotencyLengthAccepted } from '../../../../src/conformance/rules/idempotency/idempotency-length-accepted.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused, withKey } from './retries.ts';

const ordinary = chat('a', withKey('an-ordinary-key'));
const short = chat('b', withKey('k'));
const long = chat('c', withKey('k'.repeat(255)));

ruleTable(idempotencyLengthAccepted, [
  { name: 'both lengths that are accepted', evidence: series([ordinary, short, short, long]) },
  {
    name: 'one short key that an earlier run used for another body',
    evidence: series([ordinary, refused(422, withKey('k')), short, long]),
  },
  {
    name: 'keys of 1 character that are refused as a used key is',
    evidence: series([
      ordinary,
      refused(422, withKey('k')),
      refused(422, withKey('l')),
      long,
      refused(422, withKey('an-ordinary-key')),
    ]),
    unverifiable: 'a key of one character that no earlier run used',
  },
  {
    name: 'keys of 1 character that are refused otherwise than a used key',
    evidence: series([
      ordinary,
      refused(400, withKey('k')),
      refused(400, withKey('l')),
      long,
      refused(422, withKey('an-ordinary-key')),
    ]),
    findings: [{ expected: '2xx for a key of length 1', actual: 'status 400' }],
  },
  {
    name: '255 characters that come too often',
    evidence: series([ordinary, short, short, refused(429, withKey('k'.repeat(255)))]),
    unverifiable: 'an answer to a key of length 255',
  },
  {
    name: 'an ordinary key that is refused',
    evidence: series([refused(404, withKey('an-ordinary-key')), short, short, long]),
    unverifiable: 'an ordinary key that is accepted',
  },
]);
