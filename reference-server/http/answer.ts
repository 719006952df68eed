import type { ServerResponse } from 'node:http';
import type { Route } from '../routes.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** The result of an execution: the whole answer in one body, or the events of a stream. */
export type Result =
  | {
      readonly form: 'body';
      readonly body: JsonValue;
      /** The media type of a body that is a text; absent for JSON. */
      readonly type?: string | undefined;
    }
  /** `id` names the stream for the clock. */
  | { readonly form: 'stream'; readonly id: string; readonly plan: Plan };

/** Created for each emission, so that a stored stream costs only its tokens. */
export type Plan = () => readonly PlannedEvent[];

export const DONE = '[DONE]';

/** One event of a stream, with its place on the token clock. */
export interface PlannedEvent {
  /** The `event:` line. */
  readonly name?: string | undefined;
  readonly data: JsonObject | typeof DONE;
  /** Since the generation began. */
  readonly dueMs: number;
  /** Carries content: its emission is kept by the clock. */
  readonly token?: boolean | undefined;
}

/** How a request is executed. */
export interface Production {
  /** For one body, since the generation began; a stream takes the time of its events instead. */
  readonly durationMs: number;
  /** A stream that ends with an error: nothing is stored and nothing is billed. */
  readonly fails?: boolean;
  /** Called once: for one body when its time has passed, for a stream at its start. */
  result(): Result;
}

/** An answer in one body, before it is encoded. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: the answer has no body. */
  readonly body?: JsonValue;
}

/** An answer as it goes on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer;
}

/** A body that is a text is sent as it is. */
export function encodeBody({ status, headers, body }: Answer): WireAnswer {
  if (body === undefined) return { status, headers, payload: '' };
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

export type Piece = string | Buffer;

/** How a stream is written: hooks that a fault may replace. */
export interface StreamSteps {
  /** Writes the head of a stream. */
  startStream(response: ServerResponse, headers: Readonly<Record<string, string>>): void;
  /** The wire text of one event. */
  frame(event: PlannedEvent, place: { readonly first: boolean; readonly last: boolean }): string;
  /** The pieces that are written, in order, for some frames. */
  pack(text: string): readonly Piece[];
  /** Ends a stream with the last pieces of `pack`. */
  endStream(response: ServerResponse, pieces: readonly Piece[]): void;
}

/** Which request an answer is for. */
export interface AnswerContext {
  /** Absent before the route is known. */
  readonly operation: Route['operation'] | undefined;
  readonly path: string;
}

/** Writes the next text of a stream, its head before the first one. The last one ends it. */
export function writeText(
  response: ServerResponse,
  hooks: StreamSteps,
  {
    headers,
    text,
    last,
  }: {
    readonly headers: WireAnswer['headers'];
    readonly text: string;
    readonly last: boolean;
  },
): void {
  if (!response.headersSent) hooks.startStream(response, headers);
  const pieces = hooks.pack(text);
  if (last) hooks.endStream(response, pieces);
  else for (const piece of pieces) response.write(piece);
}

/**
 * A good answer with this body.
 * @param type of the media, of a body that is a text
 */
export function ok(body: JsonValue, type?: string): Answer {
  return { status: 200, headers: type === undefined ? {} : { 'content-type': type }, body };
}
