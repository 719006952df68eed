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
import { finds, passes, unverified } from '../verdicts.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

ruleTable(chatStreamChoicesShape, [
  passes('a usage chunk without choices', stream([...WHOLE.slice(0, 4), USAGE])),
  passes('an error in the stream', stream([ROLE, ERROR_EVENT])),
  passes(
    'a prologue with empty members',
    stream([chunk([], { id: '', object: '', created: 0, model: '' }), ...WHOLE]),
  ),
  passes(
    'a chunk about filters with an empty object',
    stream([ROLE, chunk([{ index: 0, delta: {}, filters: {} }], { object: '' }), STOP]),
  ),
  passes(
    'the role in the first content delta of each choice',
    stream([
      chunk([{ index: 0, delta: { role: 'assistant', content: 'Hi' } }]),
      chunk([{ index: 1, delta: { role: 'assistant', content: 'Ho' } }]),
      delta('!'),
    ]),
  ),
  finds('a chunk without choices', stream([ROLE, chunk([], { choices: undefined }), STOP]), {
    expected: 'array',
    where: 'choices',
    actual: 'absent',
    atMs: 20,
  }),
  finds('no role in the first delta', stream([delta('Hello'), STOP, DONE_EVENT]), {
    where: 'choices[0].delta.role',
    actual: 'absent',
    atMs: 10,
  }),
  unverified('no chunk', stream([DONE_EVENT]), 'needs a stream with chunks'),
]);

const AZURE_PROLOGUE = chunk([], { id: '', object: '', created: 0, model: '' });

ruleTable(chatStreamChunkShape, [
  passes(
    'unknown members',
    stream([ROLE, chunk([{ index: 0, delta: {}, logprobs: null }], { vendor: {} })]),
  ),
  passes('content null', stream([ROLE, delta(null), STOP])),
  passes('finish_reason missing', stream([ROLE, delta('x', { finish_reason: undefined })])),
  passes('an error in the stream', stream([ROLE, ERROR_EVENT])),
  passes('an allowed prologue with empty members', stream([AZURE_PROLOGUE, ...WHOLE]), {
    allowEmptyFirstChunk: true,
  }),
  finds('a prologue with empty members', stream([AZURE_PROLOGUE, ...WHOLE]), {
    where: 'object',
    expected: '"chat.completion.chunk"',
  }),
  passes(
    'the object of one body in a chunk with text, which is for another rule,',
    stream([ROLE, chunk([{ index: 0, delta: { content: 'Hi' } }], { object: 'chat' })]),
  ),
  passes(
    'no choices, index, delta or role, which are for another rule,',
    stream([chunk([{}]), chunk([], { choices: null })]),
  ),
  unverified('no chunk', stream([DONE_EVENT]), 'needs a stream with chunks'),
]);

ruleTable(chatStreamDoneOnceLast, [
  passes('[DONE] at the end', stream(WHOLE)),
  passes('a comment after [DONE]', stream([...WHOLE, ': keep-alive\n\n'])),
  passes('an unfinished event after [DONE]', stream([...WHOLE, 'data: {}'])),
  finds('a chunk after [DONE]', stream([...WHOLE, USAGE]), {
    expected: 'end of stream after [DONE]',
    atMs: 60,
  }),
  unverified('[DONE] missing', stream([ROLE, STOP]), 'needs a stream with [DONE]'),
]);

ruleTable(chatStreamDonePresent, [
  passes('a stream that ends with [DONE]', stream(WHOLE)),
  passes('a comment after [DONE]', stream([...WHOLE, ': bye\n\n'])),
  passes('[DONE] without a space after data:', stream([ROLE, 'data:[DONE]\r\n\r\n'])),
  finds('a stream without [DONE]', stream([ROLE, STOP]), {
    expected: 'data: [DONE] at the end',
    actual: 'a stream that ends without [DONE]',
    atMs: 20,
  }),
  finds('a [DONE] without its blank line', stream([ROLE, 'data: [DONE]\n']), { atMs: 10 }),
  unverified(
    'a stream that fails',
    stream([ROLE, ERROR_EVENT]),
    'needs a stream without a failure',
  ),
]);

const TOOL_CALL = { tool_calls: [{ index: 0, id: 'call-1' }] };

ruleTable(chatStreamFinishOnce, [
  passes('one finish_reason at the end', stream(WHOLE)),
  passes('a usage chunk after it', stream([ROLE, STOP, USAGE, DONE_EVENT])),
  passes(
    'finish_reason with the last content',
    stream([ROLE, delta('x', { finish_reason: 'stop' })]),
  ),
  passes('an empty delta after it', stream([ROLE, STOP, delta('')])),
  passes(
    'two choices that each finish once',
    stream([
      chunk([
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
        { index: 1, delta: { content: 'b' } },
      ]),
      chunk([{ index: 1, delta: {}, finish_reason: 'length' }]),
    ]),
  ),
  finds('no finish_reason', stream([ROLE, delta('x'), DONE_EVENT]), {
    expected: 'one finish_reason',
    actual: 0,
    where: 'choices[0]',
  }),
  finds(
    'a tool call after finish_reason',
    stream([ROLE, STOP, chunk([{ index: 0, delta: TOOL_CALL }])]),
    { actual: TOOL_CALL },
  ),
  unverified('a stream that fails', stream([ROLE, ERROR_EVENT]), 'without a failure'),
  unverified('a stream without choices', stream([USAGE]), 'a stream with choices'),
  passes(
    'an empty list of tool calls after finish_reason',
    stream([ROLE, STOP, chunk([{ index: 0, delta: { tool_calls: [] } }])]),
  ),
]);

const sent = { model: 'm', stream: true, stream_options: { include_usage: true } };
const withUsage = (...events: string[]) => stream(events, { sent });

ruleTable(chatStreamUsageChunk, [
  passes('usage in the last chunk', withUsage(ROLE, STOP, USAGE, DONE_EVENT)),
  passes(
    'usage null in the chunks before',
    withUsage(chunk([], { usage: null }), STOP, USAGE, DONE_EVENT),
  ),
  unverified('no usage', withUsage(ROLE, STOP, DONE_EVENT), 'needs a chunk with usage'),
  finds('usage in two chunks', withUsage(USAGE, STOP, USAGE), {
    expected: 'one chunk with usage',
    actual: 2,
  }),
  finds('usage before the last chunk', withUsage(ROLE, USAGE, STOP, DONE_EVENT), {
    expected: 'usage in the last chunk',
    atMs: 20,
  }),
  finds('usage with a choice', withUsage(ROLE, chunk([{ index: 0, delta: {} }], { usage: {} })), {
    expected: '[]',
    where: 'choices',
  }),
  unverified('a stream that fails', withUsage(ROLE, ERROR_EVENT), 'without a failure'),
  unverified(
    'a request without include_usage',
    stream([delta('x')]),
    'needs a request with include_usage',
  ),
]);
