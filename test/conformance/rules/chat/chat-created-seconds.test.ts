import { chatCreatedSeconds } from '../../../../src/conformance/rules/chat/chat-created-seconds.ts';
import { chunk } from '../chat-stream/chunks.ts';
import { answer, event, stream } from '../exchanges.ts';
import { sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const headers = { date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
const NOW = 1_700_000_000;
const created = (value: unknown) => answer(completion({ created: value }), { headers });

ruleTable(chatCreatedSeconds, [
  { name: 'the second of the answer', evidence: created(NOW) },
  { name: 'a clock 4 minutes off', evidence: created(NOW - 240) },
  {
    name: 'created_at of a video job',
    evidence: answer({ created_at: NOW }, { operation: 'video-create', headers }),
  },
  {
    name: 'ten minutes ago where a profile allows it',
    evidence: created(NOW - 600),
    expect: { clockSkewMs: 3_600_000 },
  },
  { name: 'no created', evidence: created(undefined), unverifiable: 'a number in created' },
  { name: 'no Date', evidence: answer(completion()), unverifiable: 'needs an answer with a Date' },
  {
    name: 'a request that may be a replay',
    evidence: answer(completion({ created: 0 }), {
      headers,
      request: { headers: [['idempotency-key', 'k']] },
    }),
    unverifiable: 'needs an answer that is not a replay',
  },
  { name: 'a stream of this second', evidence: stream([chunk([], { created: NOW })], { headers }) },
  {
    name: 'a stream in milliseconds',
    evidence: stream([chunk([], { created: NOW * 1000 }), chunk([])], { headers }),
    findings: [{ actual: NOW * 1000, where: 'created' }],
  },
  {
    name: 'a responses stream in milliseconds',
    evidence: sent([state('created', { created_at: NOW * 1000 })], { headers }),
    findings: [{ actual: NOW * 1000, where: 'response.created_at' }],
  },

  { name: 'a clock that is off by as much as is allowed', evidence: created(NOW - 300) },
  {
    name: 'a stream in milliseconds whose first event has no time',
    evidence: stream([event({}), chunk([], { created: NOW * 1000 })], { headers }),
    findings: [{ actual: NOW * 1000, where: 'created' }],
  },
]);
