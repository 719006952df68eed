import type { Result } from '../http/answer.ts';
import { type Claim, inFlight, Records, type StoredRecord } from './idempotency.ts';
import { Ledger } from './ledger.ts';
import { Owned } from './owned.ts';
import type { Shelf, Store } from './store.ts';
import type { StoredResponse } from './stored-response.ts';
import type { Tenant } from './tenants.ts';
import type { Job } from './video-jobs.ts';

const MOST_JOBS = 20_000;
const MOST_RESPONSES = 1000;

/** What a gateway keeps of its requests: in a store, or in its memory. */
export function keptIn(store: Store | undefined) {
  return store === undefined
    ? {
        records: new Records(),
        ledger: new Ledger(),
        jobs: new Owned<Job>(MOST_JOBS),
        responses: new Owned<StoredResponse>(MOST_RESPONSES),
      }
    : {
        records: new RecordsInStore(store),
        ledger: new LedgerInStore(store),
        jobs: new OwnedInStore<Job>(store, 'jobs', movedJob),
        responses: new OwnedInStore<StoredResponse>(store, 'responses'),
      };
}

interface KeptRecord {
  readonly name: string;
  readonly fingerprint: string;
  /** The process that carries the request out. */
  readonly pid: number;
  /** Absent while it is in flight; a stream as its events. */
  readonly result?: KeptResult;
}

type KeptResult =
  | Extract<Result, { form: 'body' }>
  | { readonly form: 'stream'; readonly id: string; readonly events: ReturnType<PlanOf> };
type PlanOf = Extract<Result, { form: 'stream' }>['plan'];

class RecordsInStore extends Records {
  readonly #store: Store;

  /** What ended processes had in flight is free again. */
  constructor(store: Store) {
    super();
    this.#store = store;
    for (const { name, pid, result } of store.all<KeptRecord>('keys')) {
      if (result === undefined && !isAlive(pid)) store.remove('keys', name);
    }
  }

  override get(name: string): StoredRecord | undefined {
    const kept = this.#store.get<KeptRecord>('keys', name);
    if (kept === undefined) return undefined;
    const { fingerprint, result } = kept;
    return { fingerprint, ...(result && { result: resultOf(result) }) };
  }

  override begin(name: string, fingerprint: string): Claim {
    const begun = { name, fingerprint, pid: process.pid };
    const isOurs = this.#store.create('keys', name, begun);
    if (!isOurs && this.get(name)?.result === undefined) throw inFlight();
    return {
      settle: (result) => this.#store.put('keys', name, { ...begun, result: keptOf(result) }),
      release: () => this.#store.remove('keys', name),
    };
  }

  override clear(): void {
    for (const { name } of this.#store.all<KeptRecord>('keys')) this.#store.remove('keys', name);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function keptOf(result: Result): KeptResult {
  if (result.form === 'body') return result;
  return { form: 'stream', id: result.id, events: result.plan() };
}

function resultOf(kept: KeptResult): Result {
  return kept.form === 'body' ? kept : { form: 'stream', id: kept.id, plan: () => kept.events };
}

/** No key is empty. */
const TOTAL = '';

class LedgerInStore extends Ledger {
  readonly #store: Store;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  override get total(): number {
    return this.#store.counted('effects', TOTAL);
  }

  override charge(key: string | undefined): void {
    this.#store.count('effects', TOTAL);
    if (key !== undefined) this.#store.count('effects', key);
  }

  override of(key: string): number {
    return this.#store.counted('effects', key);
  }
}

class OwnedInStore<
  Kept extends { readonly id: string; readonly tenant: Tenant },
> extends Owned<Kept> {
  readonly #store: Store;
  readonly #shelf: Shelf;
  readonly #moved: (kept: Kept, byMs: number) => Kept;

  /** @param moved the same with its times of `performance.now()` moved */
  constructor(store: Store, shelf: Shelf, moved = (kept: Kept, _byMs: number): Kept => kept) {
    super(0);
    this.#store = store;
    this.#shelf = shelf;
    this.#moved = moved;
  }

  /** One that has this id stays as it is. */
  override add(kept: Kept): void {
    this.#store.create(this.#shelf, kept.id, this.#moved(kept, performance.timeOrigin));
  }

  override save(kept: Kept): void {
    this.#store.put(this.#shelf, kept.id, this.#moved(kept, performance.timeOrigin));
  }

  override get(id: string): Kept | undefined {
    const kept = this.#store.get<Kept>(this.#shelf, id);
    return kept && this.#moved(kept, -performance.timeOrigin);
  }
}

function movedJob(job: Job, byMs: number): Job {
  const { startMs, cancelledMs } = job;
  return {
    ...job,
    startMs: startMs + byMs,
    ...(cancelledMs !== undefined && { cancelledMs: cancelledMs + byMs }),
  };
}
