import { chatFinishReason } from '../../../../src/conformance/rules/chat/chat-finish-reason.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const choices = (...members: Record<string, unknown>[]) =>
  answer(completion({ choices: members.map(choice) }));

ruleTable(chatFinishReason, [
  { name: 'stop', evidence: choices({}) },
  { name: 'a reason of a vendor', evidence: choices({ finish_reason: 'eos' }) },
  {
    name: 'null in the second choice',
    evidence: choices({}, { index: 1, finish_reason: null }),
    findings: [{ actual: null, where: 'choices[1].finish_reason' }],
  },
  {
    name: 'a choice without finish_reason, which another rule forbids,',
    evidence: choices({ finish_reason: undefined }),
    unverifiable: 'needs a choice with a finish_reason',
  },
]);
