import { transportLegalRequests } from '../../../../src/conformance/rules/transport/connections.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const GOOD = answer({});
const label = 'chat stream · scripts · curl';
const tried = (status: number, body: unknown = {}) =>
  series([GOOD, answer(body, { status })], { label });
const streamed = (type: string, stream = true) =>
  series([GOOD, answer('', { sent: { stream }, type })], { label });

ruleTable(transportLegalRequests, [
  passes('a legal request that is accepted', tried(200)),
  finds('a legal request that is refused', tried(403), {
    expected: `2xx for ${label}`,
    actual: 'status 403',
    where: 'status',
  }),
  finds(
    'the last of several requests on one connection, which fails',
    series([GOOD, GOOD, GOOD, answer({}, { status: 500 })], { label }),
    { actual: 'status 500' },
  ),
  passes('a stream', streamed('text/event-stream; charset=utf-8')),
  passes('one body where none is streamed', streamed('application/json', false)),
  finds('one body in place of a stream', streamed('application/json'), {
    expected: `a stream for ${label}`,
    actual: 'application/json',
  }),
  unverified(
    'a model that refuses the value',
    tried(400, { error: { code: 'unsupported_value' } }),
    'a model that accepts every value',
  ),
  unverified('a gateway that is busy', tried(429), 'needs an answer'),
  unverified(
    'a plain request that is refused too',
    series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    'needs a valid request',
  ),
]);
