/**
 * The settings that Assay gives a scenario, as JSON in `ASSAY_SCENARIO`. Types only: both sides read this file.
 */
export interface Settings {
  /** The name of the k6 scenario, which every exchange carries. */
  readonly scenario: string;
  /** Base address of the gateway, without a slash at its end. */
  readonly address: string;
  /**
   * Eight hex digits, fresh in every run: idempotency keys must not meet those of an older run. ''
   * in a script that is run again and again: it makes its own.
   */
  readonly run: string;
  /** Repeats every choice: shapes, prompts, sizes, moments. */
  readonly seed: number;
  /** How a recording describes the run; only in a script that is run by hand. */
  readonly about?: unknown;
  /** How requests reach the target; only in a script that is run by hand. */
  readonly access?: unknown;
  readonly load: LoadSettings;
  /** Path of each operation, below the address; `{id}` is a video job's id. */
  readonly paths: Readonly<Record<string, string>>;
  /** Operations that the gateway does not offer, by name. */
  readonly absent: readonly string[];
  /** Model of each operation. */
  readonly models: Readonly<Record<string, string>>;
  /** By operation: models that answer with the text that they were sent; null where there is none. */
  readonly echoModels: Readonly<Record<string, string | null>>;
  /** The field of a request that switches streaming. */
  readonly streamField: string;
  /** For chat and responses; each scenario has its own when absent. */
  readonly prompts?: PromptSettings;
  /** Most tokens of an answer of chat and responses. */
  readonly answers?: { readonly tokens: Length };
  /** The fields of a request that limit the tokens of its answer. */
  readonly answerTokensField: { readonly chat: string; readonly responses: string };
  /** Sizes that the image model draws, such as `1024x1024`. */
  readonly imageSizes: readonly string[];
  readonly video: VideoSettings;
  /** Deadline of one exchange. */
  readonly deadlineMs: number;
  /** Weight of each shape in `mixed`. */
  readonly mix: Readonly<Record<string, number>>;
  /** Share of the prompts that go to the echoing model, where there is one. */
  readonly echoShare: number;
  readonly retries: RetrySettings;
  readonly sessions: SessionSettings;
  readonly slowReaders: SlowReaderSettings;
  /** Weight of each size of upload. */
  readonly uploads: { readonly small: number; readonly large: number; readonly maximum: number };
}

export interface LoadSettings {
  /** Mean over the duration, where the rate changes. */
  readonly arrivalsPerSecond: number;
  readonly arrivals: 'poisson' | 'constant' | 'bursts' | 'closed' | 'trace';
  /** For each scenario in `mixed`, in arrivals per second. */
  readonly rates?: Readonly<Record<string, number>>;
  /** Rates one after the other, each moving evenly between two values per second. */
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
  /** Iterations at once, at most. */
  readonly inFlight: number;
}

/** A number to draw: normal within its limits, or even without a mean. */
export interface Length {
  readonly min: number;
  readonly max: number;
  readonly mean?: number;
  /** Standard deviation. */
  readonly sd?: number;
}

/** Prompts of this number of words, or those of a file: an absolute path. */
export interface PromptSettings {
  readonly words?: Length | undefined;
  readonly file?: string | undefined;
}

export interface VideoSettings {
  readonly duration: number;
  readonly pollMs: number;
  /** Polling ends after it, whatever the state. */
  readonly deadlineMs: number;
  readonly terminalStates: readonly string[];
}

export interface RetrySettings {
  /** Requests under one key, at most. */
  readonly attempts: number;
  /** Before the first retry; doubles each time. */
  readonly backoffMs: number;
  /** A `Retry-After` beyond it ends the retries. */
  readonly longestWaitMs: number;
  /** Requests sent at once under one key. */
  readonly together: number;
}

export interface SessionSettings {
  readonly turns: number;
  /** Between turns, give or take a half. */
  readonly thinkMs: number;
}

export interface SlowReaderSettings {
  readonly bytesPerSecond: number;
  /** An answer that takes longer is left. */
  readonly disconnectAfterMs: number;
}
