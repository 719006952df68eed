import {
  LARGE_BODY,
  LONG_HEADER,
  PROTO_MEMBER,
} from '../../../../src/conformance/requests/hostile.ts';
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
import { finds, passes, unverified } from '../verdicts.ts';
import { wrapper } from './error-bodies.ts';

const tried = (...statuses: number[]) =>
  series(
    statuses.map((status) => answer(wrapper(), { status })),
    { label: 'an empty body' },
  );

ruleTable(errorsBadJson, [
  passes('400 and 422', tried(400, 422)),
  finds('500 at one of the operations', tried(400, 500), {
    expected: '4xx for an empty body',
    actual: 500,
    where: 'status',
  }),
  unverified('429 and 503', tried(429, 503), 'needs an answer'),
]);

const inWrapper = (status: number) => answer(wrapper(), { status });

const pair = (...exchanges: ReturnType<typeof inWrapper>[]) =>
  series(exchanges, { label: 'an unknown model' });

ruleTable(errorsBeforeStream, [
  passes('503 both times', pair(inWrapper(503), inWrapper(503))),
  finds('a failure inside a 200 stream', pair(inWrapper(404), stream([event(wrapper())])), {
    expected: 'status 404 for an unknown model, as in one body',
    actual: 'POST /chat/completions returned 200, text/event-stream',
  }),
  unverified('no failure at all', pair(answer({}), answer({})), 'to be a failure'),
  unverified(
    '429 for one of them',
    pair(inWrapper(404), inWrapper(429)),
    'an answer to both requests',
  ),
  passes('400 both times', pair(inWrapper(400), inWrapper(400))),
]);

const GOOD = answer({});
const returned = (status: number) => answer({}, { status });
const silent = (outcome: Exchange['outcome']) => answer('', { outcome, unanswered: true });

const exhausting = (hostile: Exchange, next = GOOD, label = 'deep JSON') =>
  series([GOOD, hostile, next], { label });

ruleTable(errorsHostileBody, [
  passes('400, then an answer', exhausting(returned(400))),
  finds('a connection that breaks', exhausting(silent('reset')), {
    expected: '4xx for deep JSON',
    actual: 'POST /chat/completions was reset',
  }),
  finds('no answer in time', exhausting(silent('timed-out')), {}),
  finds('500', exhausting(returned(500)), { expected: '4xx for deep JSON' }),
  finds('an answer to the hostile request', exhausting(GOOD), {}),
  finds('a gateway that is down afterwards', exhausting(returned(400), silent('refused')), {
    expected: '2xx for the next request',
    actual: 'POST /chat/completions was refused',
  }),
  unverified(
    'a valid request that is refused too',
    series([returned(400), returned(400), returned(400)]),
    'needs a valid request',
  ),
  unverified('429', exhausting(returned(429)), 'needs an answer to deep JSON'),
  unverified('429 afterwards', exhausting(returned(400), returned(429)), 'the next request'),
  passes('a large body that is broken off', exhausting(silent('reset'), GOOD, LARGE_BODY)),
  passes(
    'a refusal of a large body that is broken off',
    exhausting(answer({}, { status: 413, outcome: 'truncated' }), GOOD, LARGE_BODY),
  ),
  passes('a large body that is served in time', exhausting(GOOD, GOOD, LARGE_BODY)),
  finds(
    'a large body that is read and not answered',
    exhausting(silent('timed-out'), GOOD, LARGE_BODY),
    { expected: '2xx or 4xx for a JSON body of 64 MiB' },
  ),
  unverified(
    'a large body that is still on its way',
    exhausting({ ...silent('timed-out'), failure: BODY_NOT_SENT }, GOOD, LARGE_BODY),
    'needs a JSON body of 64 MiB to be sent within 10 s',
  ),
  finds(
    'a gateway that is down after a large body',
    exhausting(silent('reset'), silent('refused'), LARGE_BODY),
    { expected: '2xx for the next request' },
  ),
  passes('a long header and 431', exhausting(returned(431), GOOD, LONG_HEADER)),
  passes('a long header that is taken', exhausting(GOOD, GOOD, LONG_HEADER)),
  passes('a long header that is broken off', exhausting(silent('reset'), GOOD, LONG_HEADER)),
  finds('a long header that is not answered', exhausting(silent('timed-out'), GOOD, LONG_HEADER), {
    expected: '2xx or 4xx for a header of 100 kB',
  }),
  finds('a long header and 500', exhausting(returned(500), GOOD, LONG_HEADER), {}),
  passes('a __proto__ that is taken', exhausting(GOOD, GOOD, PROTO_MEMBER)),
  finds('a __proto__ that breaks it', exhausting(silent('reset'), GOOD, PROTO_MEMBER), {}),
  unverified(
    'a run that ended before the hostile request',
    series([GOOD]),
    'a hostile request and the request after it',
  ),
  finds('a long header and 300', exhausting(returned(300), GOOD, LONG_HEADER), {
    expected: '2xx or 4xx for a header of 100 kB',
  }),
]);

const typed = (label: string, status: number) => series([GOOD, answer({}, { status })], { label });

ruleTable(errorsMediaType, [
  passes('a charset that is accepted', typed('application/json; charset=utf-8', 200)),
  passes('text/plain that is refused', typed('text/plain', 415)),
  finds('a charset that is refused', typed('application/json; charset=utf-8', 415), {
    expected: '2xx for application/json; charset=utf-8',
    actual: 'status 415',
  }),
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
  passes('405 with the right method', wrongMethod('/chat/completions', 405, 'POST, OPTIONS')),
  passes('405 with both methods of a job', wrongMethod('/videos/{id}', 405, 'delete,get')),
  passes('405 of jobs that cannot be cancelled', sent('GET', 404, 405)),
  passes('405 of jobs that are known not to be cancelled', sent('GET', 404)),
  finds('405 without DELETE where jobs can be cancelled', sent('GET, HEAD', 404, 404), {
    expected: 'GET and DELETE',
    actual: 'GET, HEAD',
    where: 'allow',
  }),
  finds('404', wrongMethod('/responses', 404), { expected: '405', actual: 404 }),
  passes('404 if a profile allows it', wrongMethod('/responses', 404), {
    wrongMethodStatus: [405, 404],
  }),
  unverified('503', wrongMethod('/responses', 503), 'needs an answer'),
]);

const answered = (status: number) => answer({}, { operation: 'other', status });

ruleTable(errorsUnknownRoute, [
  passes('404', answered(404)),
  finds('a stream', stream([event({})], { operation: 'other' }), { actual: 200 }),
  unverified('404 of an operation', answer({}, { status: 404 }), 'an unknown path'),
  unverified('500', answered(500), 'an answer about the path'),
]);
