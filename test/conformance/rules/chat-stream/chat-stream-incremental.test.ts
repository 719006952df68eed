import { chatStreamIncremental } from '../../../../src/conformance/rules/chat-stream/chat-stream-incremental.ts';
import { type Arrival, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, delta, ROLE, STOP } from './chunks.ts';

const expect = { slowModel: 'slow' };
const sent = { model: 'slow', stream: true };

/** Deltas with a first one at `firstMs` and this gap between any two. */
function paced(count: number, firstMs: number, gapMs: number): Arrival[] {
  return Array.from(
    { length: count },
    (_, at) => [delta(`w${at} `), firstMs + at * gapMs] as const,
  );
}

/** Twelve deltas, two in each read. */
const PAIRS = Array.from(
  { length: 6 },
  (_, at) => [delta('a ') + delta('b '), 50 + at * 100] as const,
);

ruleTable(chatStreamIncremental, [
  {
    name: 'a slow model whose tokens come one by one',
    evidence: stream([[ROLE, 1], ...paced(12, 50, 50), [STOP, 601], [DONE_EVENT, 601]], { sent }),
    expect,
  },
  {
    name: 'a slow model with a late first token',
    evidence: stream(paced(10, 600, 50), { sent }),
    expect,
  },
  {
    name: 'a slow model whose tokens come two in a read',
    evidence: stream(PAIRS, { sent }),
    expect,
  },
  {
    name: 'a slow model whose tokens come all at once',
    evidence: stream([[ROLE, 1], ...paced(12, 600, 0)], { sent }),
    expect,
    findings: [
      {
        expected: 'deltas spread over at least 150 ms, as the model produces them',
        actual: '12 deltas within 0.0 ms',
        atMs: 600,
      },
    ],
  },
  {
    name: 'a slow model whose first tokens come at once, when a buffer is full',
    evidence: stream([...paced(8, 400, 0), ...paced(4, 450, 50)], { sent }),
    expect,
    findings: [
      {
        expected: 'less than 7 of 12 deltas within 30 ms',
        actual: '7 deltas within 0.0 ms',
        atMs: 400,
      },
    ],
  },
  {
    name: 'the shortest answer that shows a burst',
    evidence: stream([...paced(8, 200, 0), ...paced(4, 250, 50)], { sent }),
    expect,
    findings: [{ actual: '7 deltas within 0.0 ms', atMs: 200 }],
  },
  {
    name: 'a burst that takes just as long as one may',
    evidence: stream([...paced(7, 300, 5), ...paced(5, 400, 50)], { sent }),
    expect,
    findings: [{ actual: '7 deltas within 30.0 ms' }],
  },
  {
    name: 'a slow model half of whose tokens come at once',
    evidence: stream([...paced(6, 300, 0), ...paced(6, 350, 50)], { sent }),
    expect,
  },
  {
    name: 'a short answer of a slow model whose first tokens come at once',
    evidence: stream([...paced(8, 100, 0), ...paced(4, 150, 50)], { sent }),
    expect,
  },
  {
    name: 'a fast model with a late first token',
    evidence: stream(paced(120, 900, 0.5)),
  },
  {
    name: 'more deltas at once than any model writes',
    evidence: stream(paced(120, 900, 0.01)),
    findings: [{ actual: '120 deltas within 1.2 ms' }],
  },
  {
    name: 'an answer of unknown pace and few deltas',
    evidence: stream(paced(32, 900, 0)),
    unverifiable: 'needs a stream of at least 100 deltas',
  },
  {
    name: 'a slow model that says too little',
    evidence: stream(paced(7, 900, 0), { sent }),
    expect,
    unverifiable: 'needs a stream of at least 8 deltas',
  },
  {
    name: 'a short answer of a slow model whose tokens come one by one',
    evidence: stream(paced(12, 10, 1), { sent }),
    expect,
  },
  {
    name: 'a short answer of a slow model whose tokens come all at once',
    evidence: stream(paced(12, 10, 0.1), { sent }),
    expect,
    unverifiable: 'needs a stream that takes at least 400 ms',
  },
  {
    name: 'a short answer of a fast model whose tokens come one by one',
    evidence: stream(paced(120, 20, 3)),
  },
  {
    name: 'a short answer of a fast model whose tokens come all at once',
    evidence: stream(paced(120, 390, 0.01)),
    unverifiable: 'needs a stream that takes at least 400 ms',
  },

  {
    name: 'a stream that a key asks for again',
    evidence: stream(paced(12, 1000, 0), {
      sent,
      request: { headers: [['idempotency-key', 'k']] },
    }),
    expect,
    unverifiable: 'a stream that is not a replay',
  },

  {
    name: 'the fewest deltas that show a pace, all at once',
    evidence: stream(paced(8, 900, 0), { sent }),
    expect,
    findings: [{ actual: '8 deltas within 0.0 ms' }],
  },
  {
    name: 'the shortest answer that shows a pace, all at once',
    evidence: stream(paced(12, 400, 0), { sent }),
    expect,
    findings: [{ expected: 'deltas spread over at least 100 ms, as the model produces them' }],
  },
  {
    name: 'a short answer of a slow model that is spread just enough',
    evidence: stream(paced(11, 75, 2.5), { sent }),
    expect,
  },
]);
