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
    name: 'text in ISO 8859-1',
    evidence: answer(Buffer.from('{"id":"\u00fc"}', 'latin1')),
    findings: [{ expected: 'UTF-8', actual: 'bytes that are not UTF-8' }],
  },
  {
    name: 'a failure with half a character at its end, and bytes after it',
    evidence: answer(Buffer.from('{"error":{}}\xe2\x82', 'latin1'), { status: 502 }),
    findings: [{ expected: 'UTF-8' }],
  },
  { name: 'U+FFFD and other characters in UTF-8', evidence: answer('{"id":"\uFFFD ü 语 😀"}') },
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
