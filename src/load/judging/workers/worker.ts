import { parentPort, workerData } from 'node:worker_threads';
import { CATALOGUE } from '../../../conformance/catalogue.ts';
import type { Tally } from '../../../conformance/tally.ts';
import type { ExchangeRequest } from '../../../exchange/exchange.ts';
import { FrameDecoder } from '../../../exchange/frames.ts';
import { decodeTapFrame } from '../../tap/tap-frame.ts';
import { LoadJudge } from '../load-judge.ts';
import type { Batch, WorkerFacts, WorkerTally } from './pool.ts';

/** Judges batches of exchanges in its own thread; at `finish`, it sends its findings. */

const { rules, profile, capabilities, done, index }: WorkerFacts = workerData;
const wanted = new Set(rules);
const judge = new LoadJudge(
  CATALOGUE.map(({ rule }) => rule).filter(({ id }) => wanted.has(id)),
  profile,
  capabilities,
);
/** By the request: an example may hold a shorter answer than the exchange that was judged. */
const places = new WeakMap<ExchangeRequest, number>();

parentPort?.on('message', (batch: Batch | 'finish') => {
  if (batch === 'finish') {
    const tallies = judge.judges.map(({ rule, tally }) => tallyOf(rule.id, tally));
    parentPort?.postMessage({ tallies, failures: judge.failures }, []);
    parentPort?.close();
    return;
  }
  const frames = new FrameDecoder().push(Buffer.from(batch.bytes));
  for (const [at, frame] of [...frames].entries()) {
    const { id, place } = batch.places[at] ?? { id: 0, place: 0 };
    const decoded = decodeTapFrame({ ...frame, body: Buffer.from(frame.body) });
    if (decoded.type !== 'exchange') continue;
    const exchange = { ...decoded.exchange, id };
    places.set(exchange.request, place);
    judge.exchange(exchange, 'each');
  }
  Atomics.add(done, index, 1);
});

function tallyOf(rule: string, { byOperation, ...counts }: Tally): WorkerTally {
  const operations = [...byOperation].map(([operation, kept]) => ({
    operation,
    findings: kept.findings,
    examples: kept.examples.map((example) => ({
      place: example.exchange === undefined ? 0 : (places.get(example.exchange.request) ?? 0),
      example: {
        ...example,
        finding: { ...example.finding, actual: jsonValue(example.finding.actual) },
      },
    })),
  }));
  return { rule, ...counts, operations };
}

/** As the report shows it: only plain values can leave the thread. */
function jsonValue(actual: unknown): unknown {
  const text = JSON.stringify(actual);
  return text === undefined ? undefined : JSON.parse(text);
}
