import { transportLegalRequests } from '../../../../src/conformance/rules/transport/connections.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer({});
const label = 'chat stream · scripts · curl';
const tried = (status: number, body: unknown = {}) =>
  series([GOOD, answer(body, { status })], { label });
const streamed = (type: string, stream = true) =>
  series([GOOD, answer('', { sent: { stream }, type })], { label });

ruleTable(transportLegalRequests, [
  { name: 'a legal request that is accepted', evidence: tried(200) },
  {
    name: 'a legal request that is refused',
    evidence: tried(403),
    findings: [{ expected: `2xx for ${label}`, actual: 'status 403', where: 'status' }],
  },
  {
    name: 'the last of several requests on one connection, which fails',
    evidence: series([GOOD, GOOD, GOOD, answer({}, { status: 500 })], { label }),
    findings: [{ actual: 'status 500' }],
  },
  { name: 'a stream', evidence: streamed('text/event-stream; charset=utf-8') },
  { name: 'one body where none is streamed', evidence: streamed('application/json', false) },
  {
    name: 'one body in place of a stream',
    evidence: streamed('application/json'),
    findings: [{ expected: `a stream for ${label}`, actual: 'application/json' }],
  },
  {
    name: 'a model that refuses the value',
    evidence: tried(400, { error: { code: 'unsupported_value' } }),
    unverifiable: 'a model that accepts every value',
  },
  { name: 'a gateway that is busy', evidence: tried(429), unverifiable: 'needs an answer' },
  {
    name: 'a plain request that is refused too',
    evidence: series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request',
  },
]);
