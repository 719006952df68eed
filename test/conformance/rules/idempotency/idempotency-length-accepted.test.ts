import { idempotencyLengthAccepted } from '../../../../src/conformance/rules/idempotency/idempotency-length-accepted.ts';
import { answer, series } from '../exchanges.ts';
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
    name: '255 characters that are refused',
    evidence: series([ordinary, short, short, refused(400, withKey('k'.repeat(255)))]),
    findings: [{ expected: '2xx for a key of length 255', actual: 'status 400' }],
  },
  {
    name: '1 character that is refused',
    evidence: series([ordinary, refused(400, withKey('k')), refused(400, withKey('l')), long]),
    findings: [{ expected: '2xx for a key of length 1', actual: 'status 400' }],
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
    name: 'keys of 1 character that are refused for another reason than a used key',
    evidence: series([
      ordinary,
      refusedFor('key_too_short', 'k'),
      refusedFor('key_too_short', 'l'),
      long,
      refusedFor('key_reused', 'an-ordinary-key'),
    ]),
    findings: [{ expected: '2xx for a key of length 1', actual: 'status 422' }],
  },
  {
    name: '255 characters that are refused as a used key is',
    evidence: series([
      ordinary,
      short,
      short,
      refused(422, withKey('k'.repeat(255))),
      refused(422, withKey('an-ordinary-key')),
    ]),
    findings: [{ expected: '2xx for a key of length 255', actual: 'status 422' }],
  },
  {
    name: '255 characters on which the server fails',
    evidence: series([ordinary, short, short, refused(500, withKey('k'.repeat(255)))]),
    findings: [{ expected: '2xx for a key of length 255', actual: 'status 500' }],
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

function refusedFor(code: string, key: string) {
  const error = { message: `No, not with ${key}.`, type: 'some_error', param: null, code };
  return answer({ error }, { status: 422, ...withKey(key) });
}
