import type { Operation } from '../contract/operations.ts';
import type { Credential, Exchange, Group } from '../exchange/exchange.ts';
import type { Multipart } from '../exchange/multipart.ts';
import type { UpstreamStep } from '../exchange/upstream/upstream-step.ts';
import type { UpstreamSeen } from '../target/upstream/upstream-store.ts';
import type { Effort } from './effort.ts';
import type { Expectations } from './expectations.ts';
import type { Effects } from './sending/effect-ledger.ts';

/** What a probe may do to the gateway under test. Every exchange is recorded. */
export interface ProbeGateway {
  readonly expect: Expectations;
  readonly effort: Effort;
  /** The run itself: what its probes have in common is kept for it. See `shared`. */
  readonly run: object;
  /** Whether the run has an API key of another tenant. */
  readonly hasSecondKey: boolean;
  /** False for an operation that is known to be absent: its answers prove nothing. */
  offers(operation: Operation | 'other'): boolean;
  /** A fresh word, unique in this run, such as `n3f9c2a71`. Seeded. */
  nonce(): string;
  /**
   * Sends one request and waits for its outcome. Never throws because of the gateway.
   * A 429 or 503 is sent again as `Retry-After` asks, within a budget, unless `retries` is 0.
   * Like the two methods below, it sends nothing beyond the run's budget of billable calls, and nothing
   * to an operation that stalls.
   * @throws BudgetSpent, OperationStalled
   */
  send(request: ProbeRequest): Promise<Exchange>;
  /**
   * The same for a valid request that only shows that the operation works. In a modest run all
   * probes share one such request to each operation.
   */
  control(request: ProbeRequest): Promise<Exchange>;
  /**
   * Sends all requests so that the gateway handles them concurrently: on warm connections it writes
   * all but the last byte of each, then every last byte in one tick.
   */
  together(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]>;
  /**
   * Sends requests over one connection, each after the answer to the one before. Fewer exchanges
   * than requests mean that the gateway closed the connection, or announced it. The later ones show
   * whether the connection survives, and so are `legal` at most.
   */
  inOrder(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]>;
  /** Counts the effects of keys; undefined when the target has no ledger. See `withEffects`. */
  readonly ledger: Effects | undefined;
  /** The provider behind the gateway. Only where it is present, and for probes of rules that need it. */
  readonly upstream: ProbeUpstream;
  /** @throws ProbeInterrupted when the run ends meanwhile, which ends the probe */
  sleep(ms: number): Promise<void>;
}

/** The provider behind the gateway, which is Assay. */
export interface ProbeUpstream {
  readonly isPresent: boolean;
  /** Where it listens, `HOST:PORT`; '' where it is not present. */
  readonly address: string;
  /** A key of the gateway came back to a caller: no report shows it. */
  conceal(key: string): void;
  /**
   * Sets what happens to requests that carry this nonce: the nth gets the nth step, later ones the
   * last. Without a script the answer is a short text that begins with the nonce.
   * @param operation `video-read` for the reads of a job with the nonce; absent, requests for content
   */
  script(
    nonce: string,
    steps: readonly UpstreamStep[],
    operation?: 'video-read' | 'video-cancel',
  ): Promise<void>;
  /**
   * What came with this nonce. Waits until all that has begun is over, 5 s at most by default.
   * Times are those of the exchanges of the run.
   */
  seen(nonce: string, withinMs?: number): Promise<UpstreamSeen>;
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
    /** For a body that is large or not text: one piece may be repeated. */
    | { readonly pieces: readonly Uint8Array[]; readonly type: string }
    | { readonly multipart: Multipart };
  /**
   * `first` by default. `authorization` replaces the whole value of the key's header.
   */
  readonly credential?: Exclude<Credential, 'other' | 'carried'>;
  readonly authorization?: string;
  /** The replica that it is sent to, counted from 1; the target itself when absent. */
  readonly replica?: number;
  /** Carries the first key in another way than in the header for it. Never recorded. */
  readonly carryKey?: (key: string) => CarriedKey;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes the header names in capitals; with `together`, those of all requests. */
  readonly capitals?: true;
  /** Headers that are omitted although every request has them, such as user-agent. */
  readonly withoutHeaders?: readonly string[];
  /** The version of HTTP, in place of 1.1. */
  readonly version?: '1.0';
  readonly group?: Group;
  readonly attempt?: number;
  /** Disconnects, by destroying the connection, after this many events of the stream. */
  readonly disconnectAfterEvents?: number;
  /** Disconnects this long after sending. */
  readonly disconnectAfterMs?: number;
  /** Reads the answer no faster than this. */
  readonly readBytesPerSecond?: number;
  /** Writes the request no faster than this, in pieces of at most 64 KiB; only with `send`. */
  readonly writeBytesPerSecond?: number;
  /** Deadline of the whole exchange; `expect.answerDeadlineMs` when absent. */
  readonly deadlineMs?: number;
  /** Times to send again on 429 or 503; 3 when absent. */
  readonly retries?: number;
  /**
   * `accepted`: an ordinary request, which a gateway that keeps the contract answers with 2xx; a
   * refusal is a finding. `legal`: well-formed, but unusual; whether it must be accepted is the
   * claim of the probe's own rules. Both are checked against our own schemas before they are sent,
   * so that a mistake in Assay is never charged to the target. Absent where the request may be meant to be
   * refused: a 2xx answer to it is judged by the probe's own rules, and by no other for its shape.
   */
  readonly expected?: Exchange['expected'];
  /** A request without `expected` that some gateways execute: they may charge for it. */
  readonly mayBeCharged?: true;
}

export interface CarriedKey {
  /** It is another key that was never issued, made to look like the first. */
  readonly isUnissued?: true;
  /** The whole value of the header that carries keys. */
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query?: string;
}
