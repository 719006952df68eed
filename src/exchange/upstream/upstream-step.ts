import type { Headers } from '../exchange.ts';

/** What the upstream does with one request (`docs/contributing/upstream.md`); a plain answer when empty. */
export interface UpstreamStep {
  /** Repeated in the record of the exchange. */
  readonly name?: string;
  /** 200 when absent; from 400 the answer is the error wrapper. */
  readonly status?: number;
  /** Added, and in place of those of the same name. */
  readonly headers?: Headers;
  /** The text of the answer, cut into pieces after each run of spaces. */
  readonly text?: string;
  /** The text in pieces: each is one event of a stream. */
  readonly pieces?: readonly string[];
  /** The number of words of the default text. */
  readonly tokens?: number;
  /** Each word of the default text is filled up to this size. */
  readonly pieceBytes?: number;
  readonly ttftMs?: number;
  readonly itlMs?: number;
  readonly usage?: unknown;
  readonly finishReason?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly fragments: readonly string[];
  }[];
  /** Sent in place of content. */
  readonly refusal?: string;
  /** Members that the body, or each event, has in addition. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The content of the image or of the video. */
  readonly contentBase64?: string;
  /** What a video job shows, and from when on after it was created. */
  readonly states?: readonly (readonly [afterMs: number, status: string, progress: number])[];
  /** The whole body, whatever else stands here. */
  readonly body?: string;
  /** Time until anything of the answer is written. */
  readonly delayMs?: number;
  /** The key of the gateway is repeated in the answer. */
  readonly echoKey?: boolean;
  readonly fail?: {
    readonly kind: UpstreamFailure;
    /** Tokens of a stream that are written before it; 0 when absent. */
    readonly afterTokens?: number;
    readonly forMs?: number;
  };
}

export type UpstreamFailure =
  | 'refuse-connection'
  | 'reset-before-headers'
  | 'silence'
  | 'fin-after'
  | 'rst-after'
  | 'no-done'
  | 'no-finish'
  | 'error-event'
  | 'malformed-json'
  | 'html'
  | 'empty'
  | 'gzip'
  | 'big-event'
  | 'split-character'
  | 'foreign-framing'
  | 'usage-empty-choices'
  | 'redirect'
  | 'redirect-host'
  | 'close-on-reuse'
  | 'close-after';
