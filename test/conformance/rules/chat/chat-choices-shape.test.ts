import { chatChoicesShape } from '../../../../src/conformance/rules/chat/chat-choices-shape.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const choices = (...members: Record<string, unknown>[]) =>
  answer(completion({ choices: members.map(choice) }));

ruleTable(chatChoicesShape, [
  { name: 'a valid choice', evidence: choices({}) },
  { name: 'unknown members', evidence: choices({ logprobs: null }) },
  {
    name: 'name and tool_call_id null',
    evidence: choices({
      message: { role: 'assistant', content: '', name: null, tool_call_id: null },
    }),
  },
  {
    name: 'finish_reason null, which another rule forbids,',
    evidence: choices({ finish_reason: null }),
  },
  {
    name: 'content null',
    evidence: choices({ message: { role: 'assistant', content: null } }),
    findings: [{ where: 'choices[0].message.content', actual: 'null' }],
  },
  {
    name: 'a refusal of the model',
    evidence: choices({ message: { role: 'assistant', content: null, refusal: 'No.' } }),
    unverifiable: 'an answer in text',
  },
  {
    name: 'a list of no choice',
    evidence: choices(),
    findings: [{ expected: 'at least one choice', actual: '[]', where: 'choices' }],
  },
  {
    name: 'no list',
    evidence: answer(completion({ choices: 'none' })),
    unverifiable: 'needs a body with choices',
  },
]);
