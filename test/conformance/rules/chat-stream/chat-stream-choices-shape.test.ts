import { chatStreamChoicesShape } from '../../../../src/conformance/rules/chat-stream/chat-stream-choices-shape.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

ruleTable(chatStreamChoicesShape, [
  { name: 'a whole stream', evidence: stream(WHOLE) },
  { name: 'a usage chunk without choices', evidence: stream([...WHOLE.slice(0, 4), USAGE]) },
  { name: 'an error in the stream', evidence: stream([ROLE, ERROR_EVENT]) },
  {
    name: 'a prologue with empty members',
    evidence: stream([chunk([], { id: '', object: '', created: 0, model: '' }), ...WHOLE]),
  },
  {
    name: 'a chunk about filters with an empty object',
    evidence: stream([ROLE, chunk([{ index: 0, delta: {}, filters: {} }], { object: '' }), STOP]),
  },
  {
    name: 'the role in the first content delta of each choice',
    evidence: stream([
      chunk([{ index: 0, delta: { role: 'assistant', content: 'Hi' } }]),
      chunk([{ index: 1, delta: { role: 'assistant', content: 'Ho' } }]),
      delta('!'),
    ]),
  },
  {
    name: 'a chunk without choices',
    evidence: stream([ROLE, chunk([], { choices: undefined }), STOP]),
    findings: [{ expected: 'array', where: 'choices', actual: 'absent', atMs: 20 }],
  },
  {
    name: 'no role in the first delta',
    evidence: stream([delta('Hello'), STOP, DONE_EVENT]),
    findings: [{ where: 'choices[0].delta.role', actual: 'absent', atMs: 10 }],
  },
  { name: 'no chunk', evidence: stream([DONE_EVENT]), unverifiable: 'needs a stream with chunks' },
]);
