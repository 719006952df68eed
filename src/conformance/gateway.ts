import type { Operation } from '../contract/operations.ts';
import type { Credential, Exchange, Group } from '../exchange/exchange.ts';
import type { Multipart } from '../exchange/multipart.ts';
import type { Expectations } from './expectations.ts';

/** What a probe may do to the gateway under test. Every exchange is recorded. */
export interface ProbeGateway {
  readonly expect: Expectations;
  /** False where an operation is known to be absent: what is sent to it says nothing. */
  offers(operation: Operation | 'other'): boolean;
  /** A fresh word that no other request of this run has, such as `n3f9c2a71`. Seeded. */
  nonce(): string;
  /**
   * Sends one request and waits for its outcome. Never throws for what the gateway does.
   * A 429 or 503 is sent again as `Retry-After` asks, within a budget, unless `retries` is 0.
   * As with the two below, a run that has a budget of billable calls sends nothing beyond it.
   * @throws BudgetSpent
   */
  send(request: ProbeRequest): Promise<Exchange>;
  /**
   * Sends all requests so that they meet in the gateway: warmed connections, all but the last
   * byte written, then every last byte in one tick.
   */
  together(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]>;
  /**
   * Sends requests over one connection, each when the one before was answered. Fewer exchanges
   * than requests mean that the gateway closed it, or said that it would.
   */
  inOrder(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]>;
  /** Effects counted by the ledger so far; undefined when the target has no ledger. */
  effects(): Promise<number | undefined>;
  /** @throws ProbeInterrupted when the run ends meanwhile, which ends the probe */
  sleep(ms: number): Promise<void>;
}

export interface ProbeRequest {
  readonly operation: Operation | 'other';
  /** Replaces `{id}` in the path of a video operation. */
  readonly id?: string;
  /** Only for `other`, or to spell a path differently. Appended to the base address. */
  readonly path?: string;
  /** In place of the operation's own; GET for `other` when absent. */
  readonly method?: string;
  readonly body?: /** `chunked` sends with Transfer-Encoding: chunked in place of a Content-Length. */
    | { readonly json: unknown; readonly chunked?: boolean }
    | { readonly text: string; readonly type: string }
    /** What need not be text, or is large: one piece may stand many times. */
    | { readonly pieces: readonly Uint8Array[]; readonly type: string }
    | { readonly multipart: Multipart };
  /** `first` unless said otherwise. `authorization` replaces the whole value of the key's header. */
  readonly credential?: Exclude<Credential, 'other' | 'carried'>;
  readonly authorization?: string;
  /** Carries the first key in another way than in the header for it. Never recorded. */
  readonly carryKey?: (key: string) => CarriedKey;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes the names of headers in capitals: of all, if it goes out by `together`. */
  readonly capitals?: true;
  readonly group?: Group;
  readonly attempt?: number;
  /** Leaves, by destroying the connection, after this many events of the stream. */
  readonly disconnectAfterEvents?: number;
  /** Leaves this long after sending. */
  readonly disconnectAfterMs?: number;
  /** Deadline of the whole exchange; `expect.answerDeadlineMs` when absent. */
  readonly deadlineMs?: number;
  /** Times to send again on 429 or 503; 3 when absent. */
  readonly retries?: number;
  /**
   * `accepted`: an ordinary request, which a gateway that keeps the contract answers with 2xx; a
   * refusal is a finding. `legal`: well-formed, but unusual; whether it must be accepted is the
   * claim of the probe's own rules. Both are checked against our own schemas before they are sent,
   * so that a mistake of ours is never charged to the target.
   */
  readonly expected?: 'accepted' | 'legal';
}

export interface CarriedKey {
  /** It is a key of its own that was never issued, made to look like the first. */
  readonly isUnissued?: true;
  /** The whole value of the header that carries keys. */
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query?: string;
}
