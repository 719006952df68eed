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
    name: 'a usage chunk with choices null',
    evidence: stream([ROLE, STOP, chunk([], { choices: null, usage: { total_tokens: 7 } })]),
    findings: [{ expected: 'array', where: 'choices', actual: 'null' }],
  },
  {
    name: 'a choice without an index',
    evidence: stream([ROLE, delta('Hello', { index: undefined })]),
    findings: [{ expected: 'integer', where: 'choices[0].index', actual: 'absent', atMs: 20 }],
  },
  {
    name: 'a choice without delta',
    evidence: stream([ROLE, chunk([{ index: 0, finish_reason: 'stop' }])]),
    findings: [{ where: 'choices[0].delta', actual: 'absent' }],
  },
  {
    name: 'no role in the first delta',
    evidence: stream([delta('Hello'), STOP, DONE_EVENT]),
    findings: [{ where: 'choices[0].delta.role', actual: 'absent', atMs: 10 }],
  },
  {
    name: 'role null in the first delta of another choice',
    evidence: stream([ROLE, chunk([{ index: 1, delta: { role: null, content: 'Hi' } }])]),
    findings: [{ expected: 'string', where: 'choices[1].delta.role', actual: null }],
  },
  {
    name: 'text in a chunk of another object',
    evidence: stream([
      ROLE,
      chunk([{ index: 0, delta: { content: 'Hi' } }], { object: 'chat.completion' }),
    ]),
    findings: [{ expected: '"chat.completion.chunk"', where: 'object', atMs: 20 }],
  },
  {
    name: 'a role in a chunk without object',
    evidence: stream([
      chunk([{ index: 0, delta: { role: 'assistant', content: '' } }], { object: undefined }),
    ]),
    findings: [{ where: 'object', actual: 'absent' }],
  },
  {
    name: 'a finish_reason in a chunk with object null',
    evidence: stream([
      ROLE,
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }], { object: null }),
    ]),
    findings: [{ where: 'object', actual: 'null' }],
  },
  { name: 'no chunk', evidence: stream([DONE_EVENT]), unverifiable: 'needs a stream with chunks' },
]);
