import { chatStreamErrorNotDisguised } from '../../../../src/conformance/rules/chat-stream/chat-stream-error-not-disguised.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, WHOLE } from './chunks.ts';

const expect = { failingMidStreamModel: 'fail-mid' };
const sent = { model: 'fail-mid', stream: true };

ruleTable(chatStreamErrorNotDisguised, [
  {
    name: 'an error event at the end',
    evidence: stream([ROLE, delta('Hi'), ERROR_EVENT], { sent }),
    expect,
  },
  {
    name: 'an error event, then [DONE]',
    evidence: stream([ROLE, ERROR_EVENT, DONE_EVENT], { sent }),
    expect,
  },
  {
    name: 'a connection that just breaks, which another rule forbids,',
    evidence: stream([ROLE], { sent, outcome: 'truncated' }),
    expect,
  },
  {
    name: 'finish_reason stop and [DONE]',
    evidence: stream([ROLE, STOP, DONE_EVENT], { sent }),
    expect,
    findings: [
      { expected: 'no finish_reason "stop"', atMs: 20 },
      { expected: 'an error before [DONE]', atMs: 30 },
    ],
  },
  { name: 'another model', evidence: stream(WHOLE), expect, unverifiable: 'the failing model' },

  {
    name: 'a failure before the stream begins',
    evidence: answer({ error: { message: 'No.' } }, { sent, status: 500 }),
    expect,
    unverifiable: 'a failure after the stream has begun',
  },
]);
