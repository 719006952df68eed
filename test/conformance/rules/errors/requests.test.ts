import {
  LARGE_BODY,
  LONG_HEADER,
  PROTO_MEMBER,
} from '../../../../src/conformance/probes/hostile-requests.ts';
import {
  errorsBadJson,
  errorsBeforeStream,
  errorsHostileBody,
  errorsMediaType,
  errorsMethodNotAllowed,
  errorsUnknownRoute,
} from '../../../../src/conformance/rules/errors/requests.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { BODY_NOT_SENT } from '../../../../src/exchange/http/transport-failure.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const tried = (...statuses: number[]) =>
  series(
    statuses.map((status) => answer(wrapper(), { status })),
    { label: 'an empty body' },
  );

ruleTable(errorsBadJson, [
  { name: '400 and 422', evidence: tried(400, 422) },
  {
    name: '500 at one of the operations',
    evidence: tried(400, 500),
    findings: [{ expected: '4xx for an empty body', actual: 500, where: 'status' }],
  },
  { name: '429 and 503', evidence: tried(429, 503), unverifiable: 'needs an answer' },
]);

const inWrapper = (status: number) => answer(wrapper(), { status });

const pair = (...exchanges: ReturnType<typeof inWrapper>[]) =>
  series(exchanges, { label: 'an unknown model' });

ruleTable(errorsBeforeStream, [
  { name: 'the same status', evidence: pair(inWrapper(404), inWrapper(404)) },
  { name: '503 both times', evidence: pair(inWrapper(503), inWrapper(503)) },
  {
    name: 'a failure inside a 200 stream',
    evidence: pair(inWrapper(404), stream([event(wrapper())])),
    findings: [
      {
        expected: 'status 404 for an unknown model, as in one body',
        actual: 'POST /chat/completions returned 200, text/event-stream',
      },
    ],
  },
  {
    name: 'no failure at all',
    evidence: pair(answer({}), answer({})),
    unverifiable: 'to be a failure',
  },
  {
    name: '429 for one of them',
    evidence: pair(inWrapper(404), inWrapper(429)),
    unverifiable: 'an answer to both requests',
  },
  { name: '400 both times', evidence: pair(inWrapper(400), inWrapper(400)) },
]);

const GOOD = answer({});
const returned = (status: number) => answer({}, { status });
const silent = (outcome: Exchange['outcome']) => answer('', { outcome, unanswered: true });

const exhausting = (hostile: Exchange, next = GOOD, label = 'deep JSON') =>
  series([GOOD, hostile, next], { label });

ruleTable(errorsHostileBody, [
  { name: '400, then an answer', evidence: exhausting(returned(400)) },
  {
    name: 'a connection that breaks',
    evidence: exhausting(silent('reset')),
    findings: [{ expected: '4xx for deep JSON', actual: 'POST /chat/completions was reset' }],
  },
  { name: 'no answer in time', evidence: exhausting(silent('timed-out')), findings: [{}] },
  {
    name: '500',
    evidence: exhausting(returned(500)),
    findings: [{ expected: '4xx for deep JSON' }],
  },
  { name: 'an answer to the hostile request', evidence: exhausting(GOOD), findings: [{}] },
  {
    name: 'a gateway that is down afterwards',
    evidence: exhausting(returned(400), silent('refused')),
    findings: [
      { expected: '2xx for the next request', actual: 'POST /chat/completions was refused' },
    ],
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([returned(400), returned(400), returned(400)]),
    unverifiable: 'needs a valid request',
  },
  {
    name: '429',
    evidence: exhausting(returned(429)),
    unverifiable: 'needs an answer to deep JSON',
  },
  {
    name: '429 afterwards',
    evidence: exhausting(returned(400), returned(429)),
    unverifiable: 'the next request',
  },
  {
    name: 'a large body that is broken off',
    evidence: exhausting(silent('reset'), GOOD, LARGE_BODY),
  },
  {
    name: 'a refusal of a large body that is broken off',
    evidence: exhausting(answer({}, { status: 413, outcome: 'truncated' }), GOOD, LARGE_BODY),
  },
  { name: 'a large body that is served in time', evidence: exhausting(GOOD, GOOD, LARGE_BODY) },
  {
    name: 'a large body that is read and not answered',
    evidence: exhausting(silent('timed-out'), GOOD, LARGE_BODY),
    findings: [{ expected: '2xx or 4xx for a JSON body of 64 MiB' }],
  },
  {
    name: 'a large body that is still on its way',
    evidence: exhausting({ ...silent('timed-out'), failure: BODY_NOT_SENT }, GOOD, LARGE_BODY),
    unverifiable: 'needs a JSON body of 64 MiB to be sent within 10 s',
  },
  {
    name: 'a gateway that is down after a large body',
    evidence: exhausting(silent('reset'), silent('refused'), LARGE_BODY),
    findings: [{ expected: '2xx for the next request' }],
  },
  { name: 'a long header and 431', evidence: exhausting(returned(431), GOOD, LONG_HEADER) },
  { name: 'a long header that is taken', evidence: exhausting(GOOD, GOOD, LONG_HEADER) },
  {
    name: 'a long header that is broken off',
    evidence: exhausting(silent('reset'), GOOD, LONG_HEADER),
  },
  {
    name: 'a long header that is not answered',
    evidence: exhausting(silent('timed-out'), GOOD, LONG_HEADER),
    findings: [{ expected: '2xx or 4xx for a header of 100 kB' }],
  },
  {
    name: 'a long header and 500',
    evidence: exhausting(returned(500), GOOD, LONG_HEADER),
    findings: [{}],
  },
  { name: 'a __proto__ that is taken', evidence: exhausting(GOOD, GOOD, PROTO_MEMBER) },
  {
    name: 'a __proto__ that breaks it',
    evidence: exhausting(silent('reset'), GOOD, PROTO_MEMBER),
    findings: [{}],
  },
  {
    name: 'a run that ended before the hostile request',
    evidence: series([GOOD]),
    unverifiable: 'a hostile request and the request after it',
  },
  {
    name: 'a long header and 300',
    evidence: exhausting(returned(300), GOOD, LONG_HEADER),
    findings: [{ expected: '2xx or 4xx for a header of 100 kB' }],
  },
]);

const typed = (label: string, status: number) => series([GOOD, answer({}, { status })], { label });

ruleTable(errorsMediaType, [
  { name: 'a charset that is accepted', evidence: typed('application/json; charset=utf-8', 200) },
  { name: 'text/plain that is refused', evidence: typed('text/plain', 415) },
  {
    name: 'a charset that is refused',
    evidence: typed('application/json; charset=utf-8', 415),
    findings: [{ expected: '2xx for application/json; charset=utf-8', actual: 'status 415' }],
  },
]);

const wrongMethod = (label: string, status: number, allow?: string) => {
  const headers = allow === undefined ? {} : { allow };
  return series([answer({}, { operation: 'other', status, headers })], { label });
};

/** PUT of a job, then GET and DELETE of it. */
const sent = (allow: string, ...statuses: number[]) =>
  series(
    [
      answer({}, { operation: 'video-read', status: 405, headers: { allow } }),
      ...statuses.map((status, at) =>
        answer({}, { operation: at === 0 ? 'video-read' : 'video-cancel', status }),
      ),
    ],
    { label: '/videos/{id}' },
  );

ruleTable(errorsMethodNotAllowed, [
  {
    name: '405 with the right method',
    evidence: wrongMethod('/chat/completions', 405, 'POST, OPTIONS'),
  },
  {
    name: '405 with both methods of a job',
    evidence: wrongMethod('/videos/{id}', 405, 'delete,get'),
  },
  { name: '405 of jobs that cannot be cancelled', evidence: sent('GET', 404, 405) },
  { name: '405 of jobs that are known not to be cancelled', evidence: sent('GET', 404) },
  {
    name: '405 without DELETE where jobs can be cancelled',
    evidence: sent('GET, HEAD', 404, 404),
    findings: [{ expected: 'GET and DELETE', actual: 'GET, HEAD', where: 'allow' }],
  },
  {
    name: '404',
    evidence: wrongMethod('/responses', 404),
    findings: [{ expected: '405', actual: 404 }],
  },
  {
    name: '404 if a profile allows it',
    evidence: wrongMethod('/responses', 404),
    expect: { wrongMethodStatus: [405, 404] },
  },
  { name: '503', evidence: wrongMethod('/responses', 503), unverifiable: 'needs an answer' },
]);

const answered = (status: number) => answer({}, { operation: 'other', status });

ruleTable(errorsUnknownRoute, [
  { name: '404', evidence: answered(404) },
  {
    name: 'a stream',
    evidence: stream([event({})], { operation: 'other' }),
    findings: [{ actual: 200 }],
  },
  {
    name: '404 of an operation',
    evidence: answer({}, { status: 404 }),
    unverifiable: 'an unknown path',
  },
  { name: '500', evidence: answered(500), unverifiable: 'an answer about the path' },
]);
