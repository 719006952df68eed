import { transportBodiesJson } from '../../../../src/conformance/rules/transport/transport-bodies-json.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(transportBodiesJson, [
  { name: 'one object', evidence: answer({ id: 'a' }) },
  { name: 'white space around it', evidence: answer('\r\n {"id":"a"}\n') },
  { name: 'a failure in JSON', evidence: answer({ error: {} }, { status: 500 }) },
  ...['{"id":"a"}}', '{"id":"a"}{"id":"b"}', '{"id":"a"}\0', '\uFEFF{"id":"a"}', '{"id":NaN}'].map(
    (body) => ({
      name: JSON.stringify(body),
      evidence: answer(body),
      findings: [{ expected: 'one JSON value', actual: `… ${body}` }],
    }),
  ),
  {
    name: 'a failure with bytes after its end',
    evidence: answer('{"error":{}}<html>', { status: 502, operation: 'images' }),
    findings: [{ expected: 'one JSON value' }],
  },
  {
    name: 'an answer of an unknown path',
    evidence: answer({}, { operation: 'other', status: 404 }),
    unverifiable: 'an answer of an operation',
  },
  {
    name: 'a stream',
    evidence: stream([event('[DONE]')]),
    unverifiable: 'an answer in one body',
  },
  { name: 'no body', evidence: answer('', { status: 202 }), unverifiable: 'a body to read' },
  {
    name: 'a page of HTML',
    evidence: answer('<html>', { type: 'text/html' }),
    unverifiable: 'a JSON body',
  },
]);
