import { transportMembersOnce } from '../../../../src/conformance/rules/transport/transport-members-once.ts';
import { completion } from '../chat/completions.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const twice = '{"id":"c1","object":"chat.completion","id":"c1"}';

ruleTable(transportMembersOnce, [
  { name: 'a body whose fields occur once', evidence: answer(completion()) },
  {
    name: 'a stream whose fields occur once',
    evidence: stream([event(completion()), event('[DONE]')]),
  },
  {
    name: 'a member that stands twice in a refusal',
    evidence: answer('{"error":{"code":"a","message":"No.","code":"b"}}', { status: 400 }),
    findings: [{ where: 'error.code' }],
  },
  {
    name: 'a member that stands twice in a later event',
    evidence: stream([event(completion()), event(completion()), event(twice)]),
    findings: [{ where: 'id', atMs: 30 }],
  },
  {
    name: 'a page of HTML',
    evidence: answer('<p>', { type: 'text/html' }),
    unverifiable: 'a JSON object',
  },
  { name: 'a stream without events', evidence: stream(['']), unverifiable: 'events in JSON' },
]);
