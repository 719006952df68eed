import {
  LARGE_BODY,
  LONG_HEADER,
  PROTO_MEMBER,
} from '../../../../src/conformance/probes/hostile-requests.ts';
import { errorsHostileBody } from '../../../../src/conformance/rules/errors/errors-hostile-body.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { BODY_NOT_SENT } from '../../../../src/exchange/http/transport-failure.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer({});
const failed = (status: number) => answer({}, { status });
const silent = (outcome: Exchange['outcome']) => answer('', { outcome, unanswered: true });
const tried = (hostile: Exchange, next = GOOD, label = 'deep JSON') =>
  series([GOOD, hostile, next], { label });

ruleTable(errorsHostileBody, [
  { name: '400, then an answer', evidence: tried(failed(400)) },
  {
    name: 'a connection that breaks',
    evidence: tried(silent('reset')),
    findings: [{ expected: '4xx for deep JSON', actual: 'POST /chat/completions was reset' }],
  },
  { name: 'no answer in time', evidence: tried(silent('timed-out')), findings: [{}] },
  { name: '500', evidence: tried(failed(500)), findings: [{ expected: '4xx for deep JSON' }] },
  { name: 'an answer to the hostile request', evidence: tried(GOOD), findings: [{}] },
  {
    name: 'a gateway that is down afterwards',
    evidence: tried(failed(400), silent('refused')),
    findings: [
      { expected: '2xx for the next request', actual: 'POST /chat/completions was refused' },
    ],
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([failed(400), failed(400), failed(400)]),
    unverifiable: 'needs a valid request',
  },
  { name: '429', evidence: tried(failed(429)), unverifiable: 'needs an answer to deep JSON' },
  {
    name: '429 afterwards',
    evidence: tried(failed(400), failed(429)),
    unverifiable: 'the next request',
  },
  { name: 'a large body that is broken off', evidence: tried(silent('reset'), GOOD, LARGE_BODY) },
  {
    name: 'a refusal of a large body that is broken off',
    evidence: tried(answer({}, { status: 413, outcome: 'truncated' }), GOOD, LARGE_BODY),
  },
  { name: 'a large body that is served in time', evidence: tried(GOOD, GOOD, LARGE_BODY) },
  {
    name: 'a large body that is read and not answered',
    evidence: tried(silent('timed-out'), GOOD, LARGE_BODY),
    findings: [{ expected: '2xx or 4xx for a JSON body of 64 MiB' }],
  },
  {
    name: 'a large body that is still on its way',
    evidence: tried({ ...silent('timed-out'), failure: BODY_NOT_SENT }, GOOD, LARGE_BODY),
    unverifiable: 'needs a JSON body of 64 MiB to be sent within 10 s',
  },
  {
    name: 'a gateway that is down after a large body',
    evidence: tried(silent('reset'), silent('refused'), LARGE_BODY),
    findings: [{ expected: '2xx for the next request' }],
  },
  { name: 'a long header and 431', evidence: tried(failed(431), GOOD, LONG_HEADER) },
  { name: 'a long header that is taken', evidence: tried(GOOD, GOOD, LONG_HEADER) },
  { name: 'a long header that is broken off', evidence: tried(silent('reset'), GOOD, LONG_HEADER) },
  {
    name: 'a long header that is not answered',
    evidence: tried(silent('timed-out'), GOOD, LONG_HEADER),
    findings: [{ expected: '2xx or 4xx for a header of 100 kB' }],
  },
  {
    name: 'a long header and 500',
    evidence: tried(failed(500), GOOD, LONG_HEADER),
    findings: [{}],
  },
  { name: 'a __proto__ that is taken', evidence: tried(GOOD, GOOD, PROTO_MEMBER) },
  {
    name: 'a __proto__ that breaks it',
    evidence: tried(silent('reset'), GOOD, PROTO_MEMBER),
    findings: [{}],
  },

  {
    name: 'a run that ended before the hostile request',
    evidence: series([GOOD]),
    unverifiable: 'a hostile request and the request after it',
  },

  {
    name: 'a long header and 300',
    evidence: tried(failed(300), GOOD, LONG_HEADER),
    findings: [{ expected: '2xx or 4xx for a header of 100 kB' }],
  },
]);
