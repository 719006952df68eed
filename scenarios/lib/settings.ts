/**
 * What Assay tells a scenario, as JSON in `ASSAY_SCENARIO`. Types only: both sides read this file.
 */
export interface Settings {
  /** Of the k6 scenario: the name that every exchange carries. */
  readonly scenario: string;
  /** Base address of the gateway, without a slash at its end. */
  readonly address: string;
  /** Eight hex digits, fresh in every run: idempotency keys must not meet those of an older run. */
  readonly run: string;
  /** Repeats every choice: shapes, prompts, sizes, moments. */
  readonly seed: number;
  readonly load: LoadSettings;
  readonly models: Models;
  /** The field of a request that switches streaming. */
  readonly streamField: string;
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
  /** Weight of each size of upload. */
  readonly uploads: { readonly small: number; readonly large: number; readonly maximum: number };
}

export interface LoadSettings {
  readonly arrivalsPerSecond: number;
  readonly arrivals: 'poisson' | 'constant';
  readonly durationMs: number;
  readonly gracefulStopMs: number;
  /** Iterations at once, at most. */
  readonly inFlight: number;
}

export interface Models {
  readonly chat: string;
  readonly responses: string;
  readonly image: string;
  readonly transcription: string;
  readonly video: string;
  /** Answers with the text that it was asked. */
  readonly echo: string | null;
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
