import { chatStreamDonePresent } from '../../../../src/conformance/rules/chat-stream/chat-stream-done-present.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { ERROR_EVENT, ROLE, STOP, WHOLE } from './chunks.ts';

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
