import {
  chatStreamDoneOnceLast,
  chatStreamDonePresent,
} from '../../../../src/conformance/rules/chat-stream/course.ts';
import {
  chatStreamChoicesShape,
  chatStreamChunkShape,
  chatStreamFinishOnce,
  chatStreamUsageChunk,
} from '../../../../src/conformance/rules/chat-stream/shape.ts';
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

const AZURE_PROLOGUE = chunk([], { id: '', object: '', created: 0, model: '' });

ruleTable(chatStreamChunkShape, [
  { name: 'a whole stream', evidence: stream(WHOLE) },
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
    name: 'the object of one body in a chunk with text, which is for another rule,',
    evidence: stream([ROLE, chunk([{ index: 0, delta: { content: 'Hi' } }], { object: 'chat' })]),
  },
  {
    name: 'no choices, index, delta or role, which are for another rule,',
    evidence: stream([chunk([{}]), chunk([], { choices: null })]),
  },
  { name: 'no chunk', evidence: stream([DONE_EVENT]), unverifiable: 'needs a stream with chunks' },
]);

ruleTable(chatStreamDoneOnceLast, [
  { name: '[DONE] at the end', evidence: stream(WHOLE) },
  { name: 'a comment after [DONE]', evidence: stream([...WHOLE, ': keep-alive\n\n']) },
  { name: 'an unfinished event after [DONE]', evidence: stream([...WHOLE, 'data: {}']) },
  {
    name: 'a chunk after [DONE]',
    evidence: stream([...WHOLE, USAGE]),
    findings: [{ expected: 'end of stream after [DONE]', atMs: 60 }],
  },
  {
    name: '[DONE] missing',
    evidence: stream([ROLE, STOP]),
    unverifiable: 'needs a stream with [DONE]',
  },
]);

ruleTable(chatStreamDonePresent, [
  { name: 'a stream that ends with [DONE]', evidence: stream(WHOLE) },
  { name: 'a comment after [DONE]', evidence: stream([...WHOLE, ': bye\n\n']) },
  {
    name: 'an event after [DONE], which another rule forbids,',
    evidence: stream([...WHOLE, STOP]),
  },
  { name: '[DONE] without a space after data:', evidence: stream([ROLE, 'data:[DONE]\r\n\r\n']) },
  {
    name: 'a stream without [DONE]',
    evidence: stream([ROLE, STOP]),
    findings: [
      {
        expected: 'data: [DONE] at the end',
        actual: 'a stream that ends without [DONE]',
        atMs: 20,
      },
    ],
  },
  {
    name: 'a [DONE] without its blank line',
    evidence: stream([ROLE, 'data: [DONE]\n']),
    findings: [{ atMs: 10 }],
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'needs a stream without a failure',
  },
]);

const TOOL_CALL = { tool_calls: [{ index: 0, id: 'call-1' }] };

ruleTable(chatStreamFinishOnce, [
  { name: 'one finish_reason at the end', evidence: stream(WHOLE) },
  { name: 'a usage chunk after it', evidence: stream([ROLE, STOP, USAGE, DONE_EVENT]) },
  {
    name: 'finish_reason with the last content',
    evidence: stream([ROLE, delta('x', { finish_reason: 'stop' })]),
  },
  { name: 'an empty delta after it', evidence: stream([ROLE, STOP, delta('')]) },
  {
    name: 'two choices that each finish once',
    evidence: stream([
      chunk([
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
        { index: 1, delta: { content: 'b' } },
      ]),
      chunk([{ index: 1, delta: {}, finish_reason: 'length' }]),
    ]),
  },
  {
    name: 'no finish_reason',
    evidence: stream([ROLE, delta('x'), DONE_EVENT]),
    findings: [{ expected: 'one finish_reason', actual: 0, where: 'choices[0]' }],
  },
  {
    name: 'a tool call after finish_reason',
    evidence: stream([ROLE, STOP, chunk([{ index: 0, delta: TOOL_CALL }])]),
    findings: [{ actual: TOOL_CALL }],
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'without a failure',
  },
  {
    name: 'a stream without choices',
    evidence: stream([USAGE]),
    unverifiable: 'a stream with choices',
  },
  {
    name: 'an empty list of tool calls after finish_reason',
    evidence: stream([ROLE, STOP, chunk([{ index: 0, delta: { tool_calls: [] } }])]),
  },
]);

const sent = { model: 'm', stream: true, stream_options: { include_usage: true } };
const withUsage = (...events: string[]) => stream(events, { sent });

ruleTable(chatStreamUsageChunk, [
  { name: 'usage in the last chunk', evidence: withUsage(ROLE, STOP, USAGE, DONE_EVENT) },
  {
    name: 'usage null in the chunks before',
    evidence: withUsage(chunk([], { usage: null }), STOP, USAGE, DONE_EVENT),
  },
  {
    name: 'no usage',
    evidence: withUsage(ROLE, STOP, DONE_EVENT),
    unverifiable: 'needs a chunk with usage',
  },
  {
    name: 'usage in two chunks',
    evidence: withUsage(USAGE, STOP, USAGE),
    findings: [{ expected: 'one chunk with usage', actual: 2 }],
  },
  {
    name: 'usage before the last chunk',
    evidence: withUsage(ROLE, USAGE, STOP, DONE_EVENT),
    findings: [{ expected: 'usage in the last chunk', atMs: 20 }],
  },
  {
    name: 'usage with a choice',
    evidence: withUsage(ROLE, chunk([{ index: 0, delta: {} }], { usage: {} })),
    findings: [{ expected: '[]', where: 'choices' }],
  },
  {
    name: 'a stream that fails',
    evidence: withUsage(ROLE, ERROR_EVENT),
    unverifiable: 'without a failure',
  },
  {
    name: 'a request without include_usage',
    evidence: stream([delta('x')]),
    unverifiable: 'needs a request with include_usage',
  },
]);
