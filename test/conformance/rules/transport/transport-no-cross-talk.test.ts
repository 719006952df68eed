import { transportNoCrossTalk } from '../../../../src/conformance/rules/transport/transport-no-cross-talk.ts';
import { choice, completion } from '../chat/completions.ts';
import { delta } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { message, response } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';

const [OWN, FOREIGN] = ['n0123abcd', 'n4567abcd'];
const expect = { echoModel: 'echo' };
const sent = { model: 'echo', messages: [{ role: 'user', content: `Say ${OWN}.` }] };
const chat = (content: string) =>
  answer(completion({ choices: [choice({ message: { role: 'assistant', content } })] }), { sent });

ruleTable(transportNoCrossTalk, [
  { name: 'an answer with its own nonce', evidence: chat(`Say ${OWN}.`), expect },
  {
    name: 'its own nonce cut over two deltas',
    evidence: stream([delta(OWN.slice(0, 3)), delta(OWN.slice(3))], { sent }),
    expect,
  },
  {
    name: 'a response with its own nonce',
    evidence: answer(response({ output: [message(OWN)] }), {
      operation: 'responses',
      sent: { model: 'echo', input: OWN },
    }),
    expect,
  },
  {
    name: 'an answer with the nonce of another request',
    evidence: chat(`Say ${FOREIGN}.`),
    expect,
    findings: [{ expected: OWN, actual: `${FOREIGN}, of another request` }],
  },
  {
    name: 'an answer without any nonce',
    evidence: chat('Hello'),
    expect,
    unverifiable: 'needs an answer that repeats a nonce',
  },
  { name: 'another model', evidence: chat('Hello'), unverifiable: 'to the echoing model' },
  {
    name: 'a prompt without nonce',
    evidence: answer(completion(), { sent: { model: 'echo', input: 'Hi' } }),
    expect,
    unverifiable: 'needs a prompt with a nonce',
  },
  {
    name: 'an answer without text',
    evidence: answer({}, { sent }),
    expect,
    unverifiable: 'with text',
  },
]);
