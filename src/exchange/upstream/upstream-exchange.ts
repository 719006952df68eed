import type { Operation } from '../../contract/operations.ts';
import { LIMITS } from '../../input/limits.ts';
import type { Headers, Read } from '../exchange.ts';

/**
 * One request that the gateway sent to its provider, which is Assay, with what Assay returned
 * (`docs/contributing/upstream.md`).
 *
 * Times are in ms since the origin of the run where both ends share a clock, as those of `Exchange`;
 * durations between them are exact in any case. A key of a caller is replaced by its marker, and a
 * key of the gateway by a digest.
 */
export interface UpstreamExchange {
  /** Unique in a run, counted from 1. */
  readonly id: number;
  /** The nonces in its request, in order, at most 8. */
  readonly nonces: readonly string[];
  /** Counted from 1 over the requests of its operation with its first nonce. */
  readonly attempt: number;
  /** The connection it came on, and its place there, from 1. */
  readonly connection: number;
  readonly nthOnConnection: number;
  /** `other` is a request to no operation of the interface, such as a list of models. */
  readonly operation: Operation | 'other';
  readonly request: UpstreamRequest;
  readonly answer: UpstreamAnswer;
  readonly endMs: number;
  /** When the gateway closed or reset the connection before the end of the answer. */
  readonly disconnectedMs?: number;
  readonly outcome: UpstreamOutcome;
  /** The name of the step that the answer follows. */
  readonly script?: string;
  /** The failure of that step. */
  readonly failure?: string;
}

export type UpstreamOutcome =
  /** The answer is whole. */
  | 'complete'
  /** The gateway closed the connection before that. */
  | 'disconnected'
  /** It failed, as its step says. */
  | 'failed'
  /** The upstream ended. */
  | 'stopped';

export interface UpstreamRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case, in alphabetical order. */
  readonly headers: Headers;
  /** First byte of the request. */
  readonly receivedMs: number;
  readonly endMs: number;
  /** Whether all of it arrived before the answer, or before the end of the connection. */
  readonly isComplete: boolean;
  /** As received: whole up to 1 MiB, the beginning of a larger one. */
  readonly body: Uint8Array;
  readonly sizeBytes: number;
  /** Hex, of the whole body. */
  readonly sha256: string;
  /** The fields and the files of a multipart form. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly UpstreamFile[];
}

/** A file as it arrived. */
export interface UpstreamFile {
  readonly field: string;
  readonly filename?: string;
  readonly type?: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** What was written to the gateway. */
export interface UpstreamAnswer {
  /** Absent when it failed before its status line. */
  readonly status?: number;
  readonly headers: Headers;
  /** As written: whole up to 1 MiB, the beginning of a larger one. */
  readonly body: Uint8Array;
  readonly sizeBytes: number;
  /** Where each write ended, and when it was made. */
  readonly writes: readonly Read[];
  /** How much of the text was written, and when: one for each piece of it; streams only. */
  readonly tokens: readonly TextWrite[];
  /** The content that was written; absent when it is longer than 1 MiB. */
  readonly text?: string;
  /** What the answer states as usage. */
  readonly usage?: unknown;
  readonly finishReason?: string;
  readonly toolCalls?: unknown;
  readonly refusal?: string;
  /** Hex, of each image or of the file that was sent. */
  readonly contentSha256: readonly string[];
}

export interface TextWrite {
  /** Characters of the text so far, as in the length of a JavaScript string. */
  readonly characters: number;
  readonly atMs: number;
}

/** The first content that was written: that of a stream, or the beginning of the body. */
export function firstContentMs({ answer }: UpstreamExchange): number | undefined {
  return answer.tokens[0]?.atMs ?? answer.writes[0]?.atMs;
}

/** The same with times since an origin that is this much earlier. */
export function shifted(exchange: UpstreamExchange, byMs: number): UpstreamExchange {
  const { request, answer, disconnectedMs } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      receivedMs: request.receivedMs + byMs,
      endMs: request.endMs + byMs,
    },
    answer: {
      ...answer,
      writes: answer.writes.map(({ endOffset, atMs }) => ({ endOffset, atMs: atMs + byMs })),
      tokens: answer.tokens.map(({ characters, atMs }) => ({ characters, atMs: atMs + byMs })),
    },
    endMs: exchange.endMs + byMs,
    ...(disconnectedMs !== undefined && { disconnectedMs: disconnectedMs + byMs }),
  };
}

/** A report shows fewer. */
const WRITES_KEPT = 128;

/** The exchange as it is kept when it has been judged: with the beginnings of large bodies. */
export function keptUpstreamExchange(exchange: UpstreamExchange): UpstreamExchange {
  const { request, answer } = exchange;
  const { text } = answer;
  return {
    ...exchange,
    request: { ...request, body: beginningOf(request.body) },
    answer: {
      ...answer,
      body: beginningOf(answer.body),
      writes: answer.writes.slice(0, WRITES_KEPT),
      tokens: answer.tokens.slice(0, WRITES_KEPT),
      // A slice would keep the whole text in memory.
      ...(text !== undefined && {
        text: text.slice(0, LIMITS.keptBodyBytes.value),
      }),
    },
  };
}

function beginningOf(body: Uint8Array): Uint8Array {
  return body.slice(0, LIMITS.keptBodyBytes.value);
}
