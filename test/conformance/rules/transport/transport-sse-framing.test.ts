import { transportSseFraming } from '../../../../src/conformance/rules/transport/transport-sse-framing.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const OBJECT = event({ a: 1 });

ruleTable(transportSseFraming, [
  {
    name: 'an object in each event',
    evidence: stream([OBJECT, event({ b: 2 }, 'name'), event('[DONE]')]),
  },
  {
    name: 'CRLF, comments, id, retry and unknown fields',
    evidence: stream([': hi\r\n\r\nid: 7\r\nretry: 9\r\nfoo: bar\r\ndata:{"a":1}\r\n\r\n']),
  },
  {
    name: 'one object over several data lines',
    evidence: stream(['data: {\ndata:  "a": 1\ndata: }\n\n']),
  },
  { name: 'an event without data', evidence: stream(['event: ping\n\n', OBJECT]) },
  {
    name: 'a pretty-printed object with one data line',
    evidence: stream(['data: {\n  "a": 1\n}\n\n']),
    findings: [{ expected: '[DONE] or one JSON object', actual: '{', atMs: 10 }],
  },
  {
    name: 'two objects in one event',
    evidence: stream(['data: {"a":1}\ndata: {"b":2}\n\n']),
    findings: [{ actual: '{"a":1}\n{"b":2}' }],
  },
  {
    name: 'an array',
    evidence: stream([OBJECT, event([1])]),
    findings: [{ actual: '[1]', atMs: 20 }],
  },
  { name: 'text', evidence: stream([event('ping')]), findings: [{ actual: 'ping' }] },
  { name: 'empty data', evidence: stream(['data:\n\n']), findings: [{ actual: '' }] },
  { name: 'no event', evidence: stream([': hi\n\n']), unverifiable: 'needs a stream with events' },
]);
