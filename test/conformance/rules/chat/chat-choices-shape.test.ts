import { chatChoicesShape } from '../../../../src/conformance/rules/chat/chat-choices-shape.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const choices = (...members: Record<string, unknown>[]) =>
  answer(completion({ choices: members.map(choice) }));

const PARTS = [{ type: 'text', text: 'Hello' }];
const TOOL_CALL = { role: 'assistant', content: null, tool_calls: [{ id: 'call-1' }] };

ruleTable(chatChoicesShape, [
  { name: 'a valid choice', evidence: choices({}) },
  { name: 'two valid choices', evidence: choices({}, { index: 1 }) },
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
    name: 'content as an array of parts',
    evidence: choices({ message: { role: 'assistant', content: PARTS } }),
    findings: [{ where: 'choices[0].message.content', actual: 'array of 1' }],
  },
  {
    name: 'content null',
    evidence: choices({ message: { role: 'assistant', content: null } }),
    findings: [{ where: 'choices[0].message.content', actual: 'null' }],
  },
  {
    name: 'a second choice without message',
    evidence: choices({}, { index: 1, message: undefined }),
    findings: [{ where: 'choices[1].message' }],
  },
  {
    name: 'an index that is text',
    evidence: choices({ index: '0' }),
    findings: [{ where: 'choices[0].index' }],
  },
  {
    name: 'finish_reason missing',
    evidence: choices({ finish_reason: undefined }),
    findings: [{ where: 'choices[0].finish_reason', actual: 'absent' }],
  },
  {
    name: 'a tool call',
    evidence: choices({ message: TOOL_CALL }),
    unverifiable: 'an answer in text',
  },
  {
    name: 'a refusal of the model',
    evidence: choices({ message: { role: 'assistant', content: null, refusal: 'No.' } }),
    unverifiable: 'an answer in text',
  },
  {
    name: 'content null and no refusal',
    evidence: choices({ message: { role: 'assistant', content: null, refusal: null } }),
    findings: [{ where: 'choices[0].message.content', actual: 'null' }],
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
