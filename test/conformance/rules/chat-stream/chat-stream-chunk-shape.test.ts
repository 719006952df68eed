import { chatStreamChunkShape } from '../../../../src/conformance/rules/chat-stream/chat-stream-chunk-shape.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

const AZURE_PROLOGUE = chunk([], { id: '', object: '', created: 0, model: '' });

ruleTable(chatStreamChunkShape, [
  { name: 'a whole stream', evidence: stream(WHOLE) },
  { name: 'a usage chunk without choices', evidence: stream([...WHOLE.slice(0, 4), USAGE]) },
  {
    name: 'the role in the first content delta',
    evidence: stream([chunk([{ index: 0, delta: { role: 'assistant', content: 'Hi' } }])]),
  },
  {
    name: 'unknown members',
    evidence: stream([ROLE, chunk([{ index: 0, delta: {}, logprobs: null }], { vendor: {} })]),
  },
  { name: 'content null', evidence: stream([ROLE, delta(null), STOP]) },
  {
    name: 'finish_reason missing',
    evidence: stream([ROLE, delta('x', { finish_reason: undefined })]),
  },
  { name: 'an error in the stream', evidence: stream([ROLE, ERROR_EVENT]) },
  {
    name: 'an allowed prologue with empty members',
    evidence: stream([AZURE_PROLOGUE, ...WHOLE]),
    expect: { allowEmptyFirstChunk: true },
  },
  {
    name: 'a prologue with empty members',
    evidence: stream([AZURE_PROLOGUE, ...WHOLE]),
    findings: [{ where: 'object', expected: '"chat.completion.chunk"' }],
  },
  {
    name: 'the object of one body',
    evidence: stream([ROLE, chunk([], { object: 'chat.completion' })]),
    findings: [{ where: 'object', actual: '"chat.completion"', atMs: 20 }],
  },
  {
    name: 'a created with a fraction',
    evidence: stream([ROLE, chunk([], { created: 1.5 })]),
    findings: [{ where: 'created' }],
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
  { name: 'no chunk', evidence: stream([DONE_EVENT]), unverifiable: 'needs a stream with chunks' },
]);
