import { transportSpeaksHttp } from '../../../../src/conformance/rules/transport/transport-speaks-http.ts';
import { NOT_HTTP } from '../../../../src/exchange/http/transport-failure.ts';
import { completion } from '../chat/completions.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const banner = 'SSH-2.0-OpenSSH_9.9\\r\\n';
const unread = {
  ...answer('', { unanswered: true, outcome: 'reset' }),
  failure: NOT_HTTP,
  notHttp: banner,
};

ruleTable(transportSpeaksHttp, [
  { name: 'an answer', evidence: answer(completion()) },
  { name: 'a stream', evidence: stream([event('[DONE]')]) },
  { name: 'half an answer', evidence: answer('{"id":', { outcome: 'truncated' }) },
  {
    name: 'the banner of another protocol',
    evidence: unread,
    findings: [{ expected: 'an HTTP/1.1 response', actual: banner }],
  },
  {
    name: 'an answer with a second one after it',
    evidence: { ...answer(completion()), surplus: 'HTTP/1.1 200 OK\\r\\n' },
    findings: [{ expected: 'nothing after the answer', actual: 'HTTP/1.1 200 OK\\r\\n' }],
  },
  {
    name: 'two media types, of which each client reads one',
    evidence: answer(completion(), { headers: { 'Content-Type': 'text/html' } }),
    findings: [
      { expected: 'one value', actual: 'application/json and text/html', where: 'content-type' },
    ],
  },
  {
    name: 'the same media type twice, and two cookies',
    evidence: {
      ...answer(completion(), {
        headers: { 'Content-Type': 'application/json', 'set-cookie': 'a=1' },
      }),
    },
  },
  {
    name: 'a body for HEAD, which another rule forbids,',
    evidence: {
      ...answer('', { request: { method: 'HEAD' } }),
      surplus: '{"error":{}}',
    },
  },
  {
    name: 'bytes after an answer, which another rule forbids,',
    evidence: { ...unread, onSameConnection: true },
    unverifiable: 'needs the first response of a connection',
  },
]);
