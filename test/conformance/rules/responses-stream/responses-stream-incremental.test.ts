import { responsesStreamIncremental } from '../../../../src/conformance/rules/responses-stream/responses-stream-incremental.ts';
import { type Arrival, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { COMPLETED, CREATED, delta } from './events.ts';

const expect = { slowModel: 'slow' };
const facts = { operation: 'responses', sent: { model: 'slow', stream: true } } as const;

/** Deltas with a first one at 600 ms and this gap between any two. */
function paced(count: number, gapMs: number): Arrival[] {
  const text = event(delta('word '));
  const deltas = Array.from({ length: count }, (_, at) => [text, 600 + at * gapMs] as const);
  return [[event(CREATED), 1], ...deltas, [event(COMPLETED), 600 + count * gapMs]];
}

ruleTable(responsesStreamIncremental, [
  {
    name: 'a slow model whose tokens come one by one',
    evidence: stream(paced(12, 50), facts),
    expect,
  },
  {
    name: 'a slow model whose tokens come all at once',
    evidence: stream(paced(12, 0), facts),
    expect,
    findings: [{ actual: '12 deltas within 0.0 ms', atMs: 600 }],
  },
  { name: 'a fast model with a late first token', evidence: stream(paced(120, 0.5), facts) },
  {
    name: 'few deltas of unknown pace',
    evidence: stream(paced(12, 0), facts),
    unverifiable: 'needs a stream of at least 100 deltas',
  },
]);
