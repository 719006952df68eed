import { chatUsageSum } from '../../../../src/conformance/rules/chat/chat-usage-sum.ts';
import { chunk, DONE_EVENT, ROLE, STOP, WHOLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const usage = (prompt_tokens: unknown, completion_tokens: unknown, total_tokens: unknown) =>
  answer(completion({ usage: { prompt_tokens, completion_tokens, total_tokens, extra: {} } }));

const reasoned = (total_tokens: number) =>
  answer(
    completion({
      usage: {
        prompt_tokens: 3,
        completion_tokens: 4,
        total_tokens,
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    }),
  );

const streamed = (counts: object) => stream([ROLE, STOP, chunk([], { usage: counts }), DONE_EVENT]);

ruleTable(chatUsageSum, [
  {
    name: 'a total that adds up in a stream',
    evidence: streamed({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }),
  },
  {
    name: 'a total in a stream that is one too many',
    evidence: streamed({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 8 }),
    findings: [
      {
        expected: 'prompt_tokens + completion_tokens = 3 + 4 = 7',
        actual: 8,
        where: 'usage.total_tokens',
      },
    ],
  },
  { name: 'a stream without usage', evidence: stream(WHOLE), unverifiable: 'a body with usage' },
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
    findings: [
      {
        expected: 'prompt_tokens + completion_tokens = 3 + 4 = 7',
        actual: 8,
        where: 'usage.total_tokens',
      },
    ],
  },
  {
    name: 'a total with the reasoning tokens beside the completion',
    evidence: reasoned(12),
  },
  { name: 'a total with the reasoning tokens in the completion', evidence: reasoned(7) },
  {
    name: 'a total with other tokens than the reasoning',
    evidence: reasoned(11),
    findings: [{ expected: 'prompt_tokens + completion_tokens = 3 + 4 = 7', actual: 11 }],
  },
  {
    name: 'tokens missing, which is for another rule,',
    evidence: usage(undefined, 4, 7),
    unverifiable: 'needs a usage of integers',
  },
  { name: 'no usage', evidence: answer({}), unverifiable: 'needs a body with usage' },
]);
