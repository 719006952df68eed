import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CATALOGUE } from '../../../conformance/catalogue.ts';
import type { RuleJudge } from '../../../conformance/judge.ts';
import type { ResolvedProfile } from '../../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../../conformance/rule.ts';
import type { Capabilities } from '../../../conformance/run/prerequisites.ts';
import { addCounts, type Counts, EXAMPLES_KEPT, type Example } from '../../../conformance/tally.ts';
import { type Frame, frameBytes } from '../../../exchange/frames.ts';
import { modulePath } from '../../../input/package-files.ts';
import { isSharedOut } from '../load-judge.ts';

/** There are enough frames to be worth a message. */
const BATCH_BYTES = 256 * 1024;
/** Limit of the batches that wait at one worker: it is never idle, and little waits in memory. */
const WAITING = 4;
const PROGRAM = modulePath('src/load/judging/workers/worker.ts');

/** Options of a worker. */
export interface WorkerFacts {
  /** Ids of the rules that it judges by. */
  readonly rules: readonly string[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  /** Batches that each worker has done: read without waiting for a message. */
  readonly done: Int32Array<SharedArrayBuffer>;
  readonly index: number;
}

/** Frames on their way to another thread. */
export interface Batch {
  readonly bytes: Uint8Array;
  /** The id of each exchange, and its place in the order read, from 1. */
  readonly places: readonly { readonly id: number; readonly place: number }[];
}

/** Findings of one worker by one rule. */
export interface WorkerTally extends Counts {
  readonly rule: string;
  readonly operations: readonly {
    readonly operation: string;
    readonly findings: number;
    /** With the place of its exchange in the order read. */
    readonly examples: readonly { readonly place: number; readonly example: Example }[];
  }[];
}

/** Result of one worker. */
export interface WorkerResult {
  readonly tallies: readonly WorkerTally[];
  readonly failures: readonly string[];
}

/**
 * Threads that judge exchanges by the rules that need one exchange only. They take exchanges in any
 * order, as such rules do not depend on it; the reader judges groups and the whole run.
 */
export class JudgePool {
  readonly #workers: readonly Worker[];
  readonly #posted: number[];
  readonly #done: Int32Array<SharedArrayBuffer>;
  readonly #results: readonly Promise<WorkerResult>[];
  /** The next batch. */
  #frames: Buffer[] = [];
  #frameBytes = 0;
  #places: Batch['places'][number][] = [];

  /** @param rules all of them in the catalogue: only their ids reach the threads */
  constructor(
    size: number,
    rules: readonly Rule[],
    profile: ResolvedProfile,
    capabilities: Capabilities,
  ) {
    this.#done = new Int32Array(new SharedArrayBuffer(4 * size));
    const each = rules.filter(isSharedOut).map(({ id }) => id);
    this.#workers = Array.from({ length: size }, (_, index) => {
      const facts: WorkerFacts = { rules: each, profile, capabilities, done: this.#done, index };
      return new Worker(PROGRAM, { workerData: facts });
    });
    this.#posted = this.#workers.map(() => 0);
    this.#results = this.#workers.map(resultOf);
  }

  /**
   * Offers an exchange to a thread; false when all threads have enough to do, or when it is so large
   * that the waiting ones would take too much memory.
   */
  take(frame: Frame, id: number, place: number): boolean {
    const bytes = frameBytes(frame);
    if (bytes.length > BATCH_BYTES) return false;
    if (this.#frameBytes + bytes.length > BATCH_BYTES && !this.#post()) return false;
    this.#frames.push(bytes);
    this.#frameBytes += bytes.length;
    this.#places.push({ id, place });
    return true;
  }

  /** The results of all threads. Call once, after the last exchange. */
  async finish(): Promise<readonly WorkerResult[]> {
    if (this.#places.length > 0) this.#send(this.#idlest());
    for (const worker of this.#workers) worker.postMessage('finish', []);
    return Promise.all(this.#results);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #post(): boolean {
    const index = this.#idlest();
    if (this.#waiting(index) >= WAITING) return false;
    this.#send(index);
    return true;
  }

  #send(index: number): void {
    const batch: Batch = { bytes: Buffer.concat(this.#frames), places: this.#places };
    this.#workers[index]?.postMessage(batch, []);
    this.#frames = [];
    this.#frameBytes = 0;
    this.#places = [];
    this.#posted[index] = (this.#posted[index] ?? 0) + 1;
  }

  #idlest(): number {
    let best = 0;
    for (let index = 1; index < this.#workers.length; index += 1) {
      if (this.#waiting(index) < this.#waiting(best)) best = index;
    }
    return best;
  }

  #waiting(index: number): number {
    return (this.#posted[index] ?? 0) - Atomics.load(this.#done, index);
  }
}

/** Whether threads can judge by all of these: they find rules by their ids. */
export function isShareable(rules: readonly Rule[]): boolean {
  const known = new Set(CATALOGUE.map(({ rule }) => rule));
  return rules.length > 0 && rules.every((rule) => known.has(rule));
}

function resultOf(worker: Worker): Promise<WorkerResult> {
  const result = once(worker, 'message').then(([message]): WorkerResult => message);
  // Never awaited when reading stops early: do not let it become an unhandled rejection.
  result.catch(() => undefined);
  return result;
}

interface Placed {
  readonly place: number;
  readonly example: Example;
}

/**
 * Adds the findings of threads to the judges of the reader, as if these had judged all exchanges in
 * the order read: counts add, and the first examples are kept.
 * @param placeOf an example of the reader: the place of its exchange in the order read
 */
export function mergeTallies(
  judges: readonly RuleJudge[],
  results: readonly WorkerResult[],
  placeOf: (example: Example) => number,
): void {
  const byRule = Map.groupBy(
    results.flatMap(({ tallies }) => tallies),
    ({ rule }) => rule,
  );
  for (const judge of judges) mergeInto(judge, byRule.get(judge.rule.id) ?? [], placeOf);
}

function mergeInto(
  { tally }: RuleJudge,
  others: readonly WorkerTally[],
  placeOf: (example: Example) => number,
): void {
  const found = new Map<string, { findings: number; examples: Placed[] }>();
  const add = (operation: string, findings: number, examples: readonly Placed[]) => {
    const kept = found.get(operation) ?? { findings: 0, examples: [] };
    kept.findings += findings;
    kept.examples.push(...examples);
    found.set(operation, kept);
  };
  for (const [operation, { findings, examples }] of tally.byOperation) {
    const placed = examples.map((example) => ({ place: placeOf(example), example }));
    add(operation, findings, placed);
  }
  for (const other of others) {
    addCounts(tally, other);
    for (const { operation, findings, examples } of other.operations) {
      add(operation, findings, examples);
    }
  }
  if (others.every(({ findings }) => findings === 0)) return;
  tally.byOperation.clear();
  for (const [operation, { findings, examples }] of inOrder(found)) {
    tally.byOperation.set(operation, {
      findings,
      examples: examples.slice(0, EXAMPLES_KEPT).map(({ example }) => example),
    });
  }
}

/** Operations by their first finding, examples by their place. */
function inOrder(found: ReadonlyMap<string, { findings: number; examples: Placed[] }>) {
  const first = (examples: readonly Placed[]) => examples[0]?.place ?? 0;
  return [...found]
    .map(([operation, { findings, examples }]) => {
      const sorted = examples.toSorted((a, b) => a.place - b.place);
      return [operation, { findings, examples: sorted }] as const;
    })
    .toSorted(([, a], [, b]) => first(a.examples) - first(b.examples));
}
