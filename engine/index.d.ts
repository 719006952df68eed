/** `k6/x/gateway`: requests to an AI gateway, timed in Go and sent whole to the judging process. */
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
    /** Absolute URL. */
    readonly url: string;
    /** `POST` by default. */
    readonly method?: 'POST' | 'GET' | 'DELETE';
    /** JSON text. */
    readonly body?: string;
    /** Multipart parts, instead of `body`. */
    readonly parts?: readonly Part[];
    /** A request with its own `Authorization` carries no key: its credential is `other`. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly idempotencyKey?: string;
    /** Which of the run's keys; `first` by default. */
    readonly credential?: 'first' | 'second' | 'none';
    readonly group?: Group;
    /** Counted from 1. */
    readonly attempt?: number;
    /**
     * Scheduled start, in ms since the origin of the run (`now()`). By default the first call of an
     * iteration (each request of a `together`) has that of the arrival, and later calls have the time
     * of the call.
     */
    readonly intendedMs?: number;
    /** Disconnects after this many events of the stream. */
    readonly disconnectAfterEvents?: number;
    /** Disconnects this long after sending. */
    readonly disconnectAfterMs?: number;
    /**
     * Reads the answer no faster than this, over a separate connection with a small buffer, so that
     * unread data waits at the gateway. The exchange records the rate: its times are the reader's.
     */
    readonly readBytesPerSecond?: number;
    /** Timeout of the whole exchange; 60 000 by default. */
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

  /** Bytes that all virtual users share: one copy per process. */
  export interface SharedFile {
    readonly sizeBytes: number;
  }

  /**
   * Its first 256 KiB can be read: less when very many virtual users hold large answers, and until the
   * next request of the virtual user.
   */
  export interface Answer {
    /** 0 when no status line arrived. */
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
    /** Seconds that `Retry-After` requests, if any. */
    readonly retryAfterSeconds?: number;
    /** A string or number of the JSON body by its path, such as `id` or `error.code`; not for a stream. */
    field(path: string): string | number | undefined;
    /** The content of a chat or a response, for a stream as much as arrived; '' for none. */
    text(): string;
    /** The calls of functions in a chat or a response, the pieces of a stream joined; none for another operation. */
    calls(): Call[];
  }

  /** '' stands for a part that did not come. */
  export interface Call {
    readonly id: string;
    readonly name: string;
    /** JSON. */
    readonly arguments: string;
  }

  /** A member is absent when the schedule does not specify it. */
  export interface Planned {
    /** Scenario to run. */
    readonly scenario?: string;
    readonly promptTokens?: number;
    readonly answerTokens?: number;
  }

  /** Sends one request and waits for its outcome. Throws only for invalid options. */
  export function request(options: RequestOptions): Answer;
  /** Sends requests concurrently; returns when all have an outcome, in the same order. */
  export function together(requests: readonly RequestOptions[]): Answer[];
  /** Reports that a group is complete and can be judged. */
  export function endGroup(group: Group): void;
  /** A WAV file of this size, at least 44 bytes, created in memory once. Init context only. */
  export function wav(sizeBytes: number): SharedFile;
  /** A file on disk, mapped into memory once. Init context only. */
  export function file(path: string): SharedFile;
  /** ms since the origin of the run. */
  export function now(): number;
  /** Scheduled start of the running iteration, in ms since the origin of the run. */
  export function intended(): number;
  /** Number of the running iteration, from 0 over all engines of the run. */
  export function iterationNumber(): number;
  /** What the schedule, such as a trace, specifies for the running iteration besides its time. */
  export function planned(): Planned;
  /** This many common English words, up to 1 000 000, separated by spaces; the same for the same seed. */
  export function words(count: number, seed: number): string;
}
