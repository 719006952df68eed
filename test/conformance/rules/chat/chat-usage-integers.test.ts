import { chatUsageIntegers } from '../../../../src/conformance/rules/chat/chat-usage-integers.ts';
import { chunk, DONE_EVENT, ERROR_EVENT, ROLE, STOP } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const usage = (prompt_tokens: unknown, completion_tokens: unknown, total_tokens: unknown) =>
  answer(completion({ usage: { prompt_tokens, completion_tokens, total_tokens, extra: {} } }));

const sent = { model: 'm', stream: true, stream_options: { include_usage: true } };
const counted = (counts: object | null) =>
  stream([ROLE, STOP, chunk([], { usage: counts }), DONE_EVENT], { sent });

ruleTable(chatUsageIntegers, [
  { name: 'integers that do not add up', evidence: usage(3, 4, 8) },
  { name: 'no tokens at all', evidence: usage(0, 0, 0) },
  {
    name: 'usage with other names that a profile gives',
    evidence: answer({ usage: { in: 1, out: 2, all: 3 } }),
    expect: { usageNames: { chat: ['in', 'out', 'all'], responses: ['in', 'out', 'all'] } },
  },
  {
    name: 'integers in a stream',
    evidence: counted({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }),
  },
  {
    name: 'tokens missing',
    evidence: usage(undefined, 4, 7),
    findings: [{ expected: 'integer, at least 0', actual: 'absent', where: 'usage.prompt_tokens' }],
  },
  {
    name: 'a stream without the usage that was requested',
    evidence: counted(null),
    findings: [{ expected: 'a chunk with usage', actual: 'none', where: 'usage' }],
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT], { sent }),
    unverifiable: 'a stream without a failure',
  },
]);
