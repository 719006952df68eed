/**
 * The settings that Assay gives a scenario, as JSON in `ASSAY_SCENARIO`. Types only: both sides
 * read this file.
 */
export interface Settings {
  /** The name of the k6 scenario, a tag of every request. */
  readonly scenario: string;
  /** Base address of the gateway, without a slash at its end. */
  readonly address: string;
  /**
   * Eight hex digits, fresh in every run: idempotency keys must differ from those of an earlier
   * run. '' in a script that runs repeatedly: it makes its own.
   */
  readonly run: string;
  /** The seed of every random choice: shapes, prompts, sizes, moments. */
  readonly seed: number;
  /** How a recording describes the run; only in an emitted script. */
  readonly about?: unknown;
  /** How requests reach the target; only in an emitted script. */
  readonly access?: unknown;
  readonly load: LoadSettings;
  /** Path of each operation, below the address; `{id}` is a video job's id. */
  readonly paths: Readonly<Record<string, string>>;
  /** Operations that the gateway does not support, by name. */
  readonly absent: readonly string[];
  /** Model of each operation. */
  readonly models: Readonly<Record<string, string>>;
  /** By operation: models that return the text of the request; null if there is none. */
  readonly echoModels: Readonly<Record<string, string | null>>;
  /** The field of a request that switches streaming. */
  readonly streamField: string;
  /** For chat and responses; each scenario has its own when absent. */
  readonly prompts?: PromptSettings;
  /** The most tokens of a chat or responses answer. */
  readonly answers?: { readonly tokens: Length };
  /** The fields of a request that limit the tokens of its answer. */
  readonly answerTokensField: { readonly chat: string; readonly responses: string };
  /** Sizes that the image model supports, such as `1024x1024`. */
  readonly imageSizes: readonly string[];
  readonly video: VideoSettings;
  /** Deadline of one request. */
  readonly deadlineMs: number;
  /** Weight of each shape in `mixed`. */
  readonly mix: Readonly<Record<string, number>>;
  /** Share of the prompts that go to the echoing model, if there is one. */
  readonly echoShare: number;
  readonly retries: RetrySettings;
  readonly sessions: SessionSettings;
  readonly slowReaders: SlowReaderSettings;
  /** Weight of each size of upload. */
  readonly uploads: { readonly small: number; readonly large: number; readonly maximum: number };
}

export interface LoadSettings {
  /** Mean over the duration, if the rate changes. */
  readonly arrivalsPerSecond: number;
  readonly arrivals: 'poisson' | 'constant' | 'bursts' | 'closed' | 'trace';
  /** For each scenario in `mixed`, in arrivals per second. */
  readonly rates?: Readonly<Record<string, number>>;
  /** Consecutive rates, each changing linearly between two values per second. */
  readonly stages?: readonly {
    readonly durationMs: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly bursts?: { readonly size: number; readonly everyMs: number };
  readonly closed?: { readonly users: number; readonly thinkMs: number };
  /** An absolute path; speed 2 is twice as fast. */
  readonly trace?: { readonly file: string; readonly speed: number };
  readonly durationMs: number;
  readonly gracefulStopMs: number;
  /** The most concurrent iterations. */
  readonly inFlight: number;
}

/** A random number: normal within its limits, or uniform without a mean. */
export interface Length {
  readonly min: number;
  readonly max: number;
  readonly mean?: number;
  /** Standard deviation. */
  readonly sd?: number;
}

/** Prompts of this number of words, or from a file: an absolute path. */
export interface PromptSettings {
  readonly words?: Length | undefined;
  readonly file?: string | undefined;
}

export interface VideoSettings {
  readonly duration: number;
  readonly pollMs: number;
  /** Polling ends after it, in any state. */
  readonly deadlineMs: number;
  readonly terminalStates: readonly string[];
}

export interface RetrySettings {
  /** The most requests with one key. */
  readonly attempts: number;
  /** Before the first retry; doubles each time. */
  readonly backoffMs: number;
  /** A longer `Retry-After` ends the retries. */
  readonly longestWaitMs: number;
  /** Concurrent requests with one key. */
  readonly together: number;
}

export interface SessionSettings {
  readonly turns: number;
  /** Between turns, ± 50 %. */
  readonly thinkMs: number;
}

export interface SlowReaderSettings {
  readonly bytesPerSecond: number;
  /** The client abandons an answer that takes longer. */
  readonly disconnectAfterMs: number;
}
