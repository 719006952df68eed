import { chatUsageSum } from '../../../../src/conformance/rules/chat/chat-usage-sum.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const usage = (prompt_tokens: unknown, completion_tokens: unknown, total_tokens: unknown) =>
  answer(completion({ usage: { prompt_tokens, completion_tokens, total_tokens, extra: {} } }));

ruleTable(chatUsageSum, [
  { name: 'a total that adds up', evidence: usage(3, 4, 7) },
  { name: 'no tokens at all', evidence: usage(0, 0, 0) },
  {
    name: 'usage with other names that a profile gives',
    evidence: answer({ usage: { in: 1, out: 2, all: 3 } }),
    expect: { usageNames: { chat: ['in', 'out', 'all'], responses: ['in', 'out', 'all'] } },
  },
  {
    name: 'a total that is one too many',
    evidence: usage(3, 4, 8),
    findings: [{ expected: '7 = 3 + 4', actual: 8, where: 'usage.total_tokens' }],
  },
  {
    name: 'tokens left out',
    evidence: usage(undefined, 4, 7),
    findings: [{ actual: 'absent', where: 'usage.prompt_tokens' }],
  },
  { name: 'a negative count', evidence: usage(8, -1, 7), findings: [{ actual: -1 }] },
  {
    name: 'counts as text',
    evidence: usage('3', '4', 7),
    findings: [{ actual: '3' }, { actual: '4' }],
  },
  { name: 'no usage', evidence: answer({}), unverifiable: 'needs a body with usage' },
]);
