/** `k6/x/gateway`: requests to an AI gateway, timed in Go and tapped whole. */
declare module 'k6/x/gateway' {
  export type Operation =
    | 'chat'
    | 'responses'
    | 'images'
    | 'transcription'
    | 'video-create'
    | 'video-read'
    | 'video-cancel';

  export interface Group {
    readonly kind: 'key' | 'job';
    readonly id: string;
  }

  export interface RequestOptions {
    readonly operation: Operation;
    /** Whole URL. */
    readonly url: string;
    /** `POST` unless said otherwise. */
    readonly method?: 'POST' | 'GET' | 'DELETE';
    /** JSON text. */
    readonly body?: string;
    /** Multipart parts, in place of `body`. */
    readonly parts?: readonly Part[];
    /** With an `Authorization` of its own, a request carries no key: its credential is `other`. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly idempotencyKey?: string;
    /** Which of the run's keys; `first` unless said otherwise. */
    readonly credential?: 'first' | 'second' | 'none';
    readonly group?: Group;
    /** Counted from 1. */
    readonly attempt?: number;
    /**
     * When it was meant to start, in ms since the origin of the run (`now()`). The first call of an
     * iteration takes the arrival's own intended time (each request of a `together` does), later
     * ones the moment of the call.
     */
    readonly intendedMs?: number;
    /** Leaves, by closing the connection, after this many events of the stream. */
    readonly leaveAfterEvents?: number;
    /** Leaves this long after sending. */
    readonly leaveAfterMs?: number;
    /**
     * Reads the answer no faster, over a connection of its own with a small buffer, so that what is
     * not read waits at the gateway. The exchange says so: its times are the reader's.
     */
    readonly readBytesPerSecond?: number;
    /** Deadline of the whole exchange. 60 000 unless said otherwise. */
    readonly timeoutMs?: number;
    readonly tags?: Readonly<Record<string, string>>;
  }

  export type Part =
    | { readonly name: string; readonly value: string }
    | {
        readonly name: string;
        readonly filename: string;
        readonly type: string;
        readonly file: SharedFile;
      };

  /** Bytes held once in the process, whatever the number of virtual users. */
  export interface SharedFile {
    readonly sizeBytes: number;
  }

  export interface Answer {
    /** 0 when no status line came. */
    readonly status: number;
    readonly outcome:
      | 'answered'
      | 'refused'
      | 'reset'
      | 'timed-out'
      | 'truncated'
      | 'aborted'
      | 'cut-by-end'
      | 'oversize';
    /** Seconds asked for by `Retry-After`, if any. */
    readonly retryAfterSeconds?: number;
    /** A string or number of the JSON body by its path, such as `id` or `error.code`; not of a stream. */
    field(path: string): string | number | undefined;
    /** What a chat or a response said; of a stream as far as it came, '' when nothing. */
    text(): string;
  }

  /** A member is there when the schedule says it. */
  export interface Planned {
    /** Shape of traffic to send. */
    readonly scenario?: string;
    readonly promptTokens?: number;
    readonly answerTokens?: number;
  }

  /** Sends one request and waits for its outcome. Throws only for a mistake in the options. */
  export function request(options: RequestOptions): Answer;
  /** Sends requests at once; returns when all have their outcome, in the same order. */
  export function together(requests: readonly RequestOptions[]): Answer[];
  /** Says that a group is complete: it can be judged. */
  export function endGroup(group: Group): void;
  /** A WAV file of this size, at least 44, made in memory once. Init context only. */
  export function wav(sizeBytes: number): SharedFile;
  /** A file on disk, mapped once. Init context only. */
  export function file(path: string): SharedFile;
  /** ms since the origin of the run. */
  export function now(): number;
  /** When the running iteration was meant to start, in ms since the origin of the run. */
  export function intended(): number;
  /** What the schedule says of the running iteration besides its time; a trace says most. */
  export function planned(): Planned;
  /** So many common English words, up to 1 000 000, with a space between them, repeated by a seed. */
  export function words(count: number, seed: number): string;
}
