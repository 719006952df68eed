import { chatStreamFinishOnce } from '../../../../src/conformance/rules/chat-stream/chat-stream-finish-once.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

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
