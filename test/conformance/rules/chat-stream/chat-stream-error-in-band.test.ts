import { chatStreamErrorInBand } from '../../../../src/conformance/rules/chat-stream/chat-stream-error-in-band.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, delta, ERROR_EVENT, ROLE, WHOLE } from './chunks.ts';

const expect = { failingMidStreamModel: 'fail-mid' };
const sent = { model: 'fail-mid', stream: true };

ruleTable(chatStreamErrorInBand, [
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
    name: 'an error event before the connection breaks',
    evidence: stream([ROLE, ERROR_EVENT], { sent, outcome: 'truncated' }),
    expect,
  },
  {
    name: 'a connection that just breaks',
    evidence: stream([ROLE, delta('Hi')], { sent, outcome: 'truncated' }),
    expect,
    findings: [
      { expected: 'an event with an error', actual: '2 chunks without an error, then the end' },
    ],
  },
  {
    name: 'an error without code',
    evidence: stream([event({ error: { message: 'x', type: 'y', param: null } })], { sent }),
    expect,
    findings: [{ where: 'error.code', actual: 'absent', atMs: 10 }],
  },
  {
    name: 'a failure before the stream began',
    evidence: answer({}, { sent, status: 500 }),
    expect,
    unverifiable: 'needs a failure after the stream has begun',
  },
  {
    name: 'the model that fails for another operation',
    evidence: stream(WHOLE, { sent }),
    expect: { failingMidStreamModel: { responses: 'fail-mid' } },
    unverifiable: 'the failing model',
  },
]);
