import { chatFixedValues } from '../../../../src/conformance/rules/chat/chat-fixed-values.ts';
import { chunk, ERROR_EVENT, ROLE, USAGE, WHOLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const roleOf = (role: string) => [choice({ message: { role, content: 'Hello' } })];

ruleTable(chatFixedValues, [
  { name: 'the words of OpenAI in one body', evidence: answer(completion()) },
  { name: 'the words of OpenAI in a stream', evidence: stream(WHOLE) },
  { name: 'no object and no role at all', evidence: answer({}), unverifiable: 'object or a role' },
  {
    name: 'another object',
    evidence: answer(completion({ object: 'chat' })),
    findings: [{ expected: '"chat.completion"', actual: 'chat', where: 'object' }],
  },
  {
    name: 'another role',
    evidence: answer(completion({ choices: roleOf('model') })),
    findings: [{ actual: 'model', where: 'choices[0].message.role' }],
  },
  {
    name: 'another role in the first delta',
    evidence: stream([
      chunk([{ index: 0, delta: { role: 'bot', content: 'Hello' } }]),
      ...WHOLE.slice(1),
    ]),
    findings: [{ actual: 'bot', where: 'choices[0].delta.role', atMs: 10 }],
  },
  {
    name: 'a role of another type, of which another rule speaks,',
    evidence: answer(completion({ choices: [choice({ message: { role: 7 } })] })),
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'a stream without a failure',
  },
  { name: 'a stream of usage alone', evidence: stream([USAGE]), unverifiable: 'with a choice' },
]);
