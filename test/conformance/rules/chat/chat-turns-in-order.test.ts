import { chatTurnsInOrder } from '../../../../src/conformance/rules/chat/chat-turns-in-order.ts';
import { delta } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const turn = (role: string, content: string) => ({ role, content });
const sent = {
  model: 'echo',
  messages: [
    turn('user', 'Repeat n00000001'),
    turn('assistant', 'n00000002'),
    turn('user', 'Repeat n00000003'),
  ],
};
const said = (content: string, model = 'echo') =>
  answer(
    completion({
      choices: [{ index: 0, message: turn('assistant', content), finish_reason: 'stop' }],
    }),
    { sent: { ...sent, model } },
  );
const expect = { echoModel: 'echo' };

ruleTable(chatTurnsInOrder, [
  { name: 'an echo of the last turn', evidence: said('Repeat n00000003'), expect },
  {
    name: 'an echo of the last turn in a stream',
    evidence: stream([delta('Repeat n00000003')], { sent }),
    expect,
  },
  {
    name: 'an echo of the first turn',
    evidence: said('Repeat n00000001'),
    expect,
    findings: [{ expected: 'n00000003, of the last turn', actual: 'Repeat n00000001' }],
  },
  {
    name: 'an echo of another request',
    evidence: said('Repeat n00000009'),
    expect,
    unverifiable: 'an answer to this request',
  },
  {
    name: 'an answer of another model',
    evidence: said('n00000001', 'other'),
    expect,
    unverifiable: 'a request to the echoing model',
  },
  {
    name: 'messages nested too deeply to be serialized again',
    evidence: nested(10_000),
    expect,
    unverifiable: 'a dialog of several turns',
  },

  {
    name: 'an answer without a choice',
    evidence: answer(completion({ choices: [] }), { sent }),
    expect,
    unverifiable: 'an answer with text',
  },

  {
    name: 'a dialog of one turn',
    evidence: answer(completion(), { sent: { ...sent, messages: sent.messages.slice(2) } }),
    expect,
    unverifiable: 'a dialog of several turns',
  },
]);

/** An answer to a chat whose messages are arrays in arrays; JSON.stringify cannot write them. */
function nested(depth: number) {
  const text = `{"model":"echo","messages":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const body = { kind: 'text' as const, text, sizeBytes: text.length };
  return answer(completion(), { request: { body } });
}
