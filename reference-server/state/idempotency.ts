import type { Result } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import type { PostOperation } from '../routes.ts';
import type { Tenant } from './tenants.ts';

/** One request as idempotency sees it. */
export interface Retryable {
  readonly tenant: Tenant;
  readonly operation: PostOperation;
  /** Absent when the request carries no Idempotency-Key: then it is always fresh. */
  readonly key: string | undefined;
  /** Equal for two requests that mean the same. */
  readonly fingerprint: string;
  /** The request has the stream switch on. */
  readonly stream: boolean;
}

/** The right to carry out a request: it ends with `settle`, or with `release` after a failure. */
export interface Claim {
  /** @param sizeBytes that the result takes; 0 for one that shares its texts with others */
  settle(result: Result, sizeBytes?: number): void;
  release(): void;
}

export type Claimed =
  | { readonly kind: 'fresh'; readonly claim: Claim }
  | { readonly kind: 'replay'; readonly result: Result };

export interface StoredRecord {
  readonly fingerprint: string;
  /** Absent while the first request is in flight. */
  result?: Result;
  sizeBytes?: number;
}

const UNKEYED: Claimed = { kind: 'fresh', claim: { settle() {}, release() {} } };

/**
 * The results under each tenant, endpoint and Idempotency-Key. What has a result is bounded in
 * number and size, the least recently used goes first; what is in flight is bounded by the connections.
 */
export class Records {
  readonly #records = new Map<string, StoredRecord>();
  readonly #maxRecords: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxRecords = 20_000, maxBytes = 256 * 1024 * 1024) {
    this.#maxRecords = maxRecords;
    this.#maxBytes = maxBytes;
  }

  get(name: string): StoredRecord | undefined {
    const record = this.#records.get(name);
    if (record !== undefined) {
      this.#records.delete(name);
      this.#records.set(name, record);
    }
    return record;
  }

  /** Starts a record, whatever stood under the name. */
  begin(name: string, fingerprint: string): Claim {
    const record: StoredRecord = { fingerprint };
    this.#records.set(name, record);
    return {
      settle: (result, sizeBytes = 0) => {
        record.result = result;
        record.sizeBytes = sizeBytes;
        this.#bytes += sizeBytes;
        this.#evict();
      },
      release: () => {
        if (this.#records.get(name) === record) this.#records.delete(name);
      },
    };
  }

  clear(): void {
    this.#records.clear();
    this.#bytes = 0;
  }

  #evict(): void {
    let excess = this.#records.size - this.#maxRecords;
    for (const [name, { result, sizeBytes = 0 }] of this.#records) {
      if (excess <= 0 && this.#bytes <= this.#maxBytes) return;
      if (result === undefined) continue;
      this.#records.delete(name);
      this.#bytes -= sizeBytes;
      excess -= 1;
    }
  }
}

/** The three steps that make a claim; a claim without a gap between them is atomic. */
export interface ClaimSteps {
  nameRecord(retryable: Retryable): string | undefined;
  lookUp(name: string, retryable: Retryable): Claimed | undefined;
  begin(name: string, retryable: Retryable): Claimed;
}

/** The first request with a key claims it; a retry replays, or is refused while in flight. */
export function claimAtOnce(retryable: Retryable, steps: ClaimSteps): Claimed {
  const name = steps.nameRecord(retryable);
  if (name === undefined) return UNKEYED;
  return steps.lookUp(name, retryable) ?? steps.begin(name, retryable);
}

/** Keys are independent for each tenant and each endpoint. */
export function nameRecord({ tenant, operation, key }: Retryable): string | undefined {
  return key === undefined ? undefined : `${tenant} ${operation} ${key}`;
}

/** What a stored record means for a request with the same key (draft-07 §2.6, §2.7). */
export function judgeRetry(
  record: StoredRecord | undefined,
  { fingerprint }: Retryable,
): Claimed | undefined {
  if (record === undefined) return undefined;
  if (record.fingerprint !== fingerprint) throw mismatch();
  if (record.result === undefined) throw inFlight();
  return { kind: 'replay', result: record.result };
}

const MAX_KEY_LENGTH = 255;

/** The Idempotency-Key of a request; absent when there is none, refused when it is too long. */
export function checkKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return key;
  throw Refusal.badRequest(
    'The Idempotency-Key must have 1 to 255 characters.',
    'invalid_idempotency_key',
  );
}

function mismatch(): Refusal {
  return new Refusal({
    status: 422,
    type: 'idempotency_error',
    message: 'The Idempotency-Key was used with another request.',
    code: 'idempotency_key_reused',
  });
}

export function inFlight(): Refusal {
  return new Refusal({
    status: 409,
    type: 'idempotency_error',
    message: 'A request with this Idempotency-Key is in flight.',
    code: 'idempotency_in_flight',
    headers: { 'retry-after': '1' },
  });
}
