import { chatStreamUsageChunk } from '../../../../src/conformance/rules/chat-stream/chat-stream-usage-chunk.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE } from './chunks.ts';

const sent = { model: 'm', stream: true, stream_options: { include_usage: true } };
const withUsage = (...events: string[]) => stream(events, { sent });

ruleTable(chatStreamUsageChunk, [
  { name: 'usage in the last chunk', evidence: withUsage(ROLE, STOP, USAGE, DONE_EVENT) },
  {
    name: 'usage null in the chunks before',
    evidence: withUsage(chunk([], { usage: null }), STOP, USAGE, DONE_EVENT),
  },
  {
    name: 'no usage',
    evidence: withUsage(ROLE, STOP, DONE_EVENT),
    unverifiable: 'needs a chunk with usage',
  },
  {
    name: 'usage in two chunks',
    evidence: withUsage(USAGE, STOP, USAGE),
    findings: [{ expected: 'one chunk with usage', actual: 2 }],
  },
  {
    name: 'usage before the last chunk',
    evidence: withUsage(ROLE, USAGE, STOP, DONE_EVENT),
    findings: [{ expected: 'usage in the last chunk', atMs: 20 }],
  },
  {
    name: 'usage with a choice',
    evidence: withUsage(ROLE, chunk([{ index: 0, delta: {} }], { usage: {} })),
    findings: [{ expected: '[]', where: 'choices' }],
  },
  {
    name: 'a stream that fails',
    evidence: withUsage(ROLE, ERROR_EVENT),
    unverifiable: 'without a failure',
  },
  {
    name: 'a request without include_usage',
    evidence: stream([delta('x')]),
    unverifiable: 'needs a request with include_usage',
  },
]);
