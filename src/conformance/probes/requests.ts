import type { Multipart, Part } from '../../exchange/multipart.ts';
import { wav, wavSizeBytes } from '../../exchange/wav.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeRequest } from '../gateway.ts';

/** Requests that every gateway should accept; a probe changes what it tests. */

interface TextOptions {
  readonly prompt: string;
  /** The operation's own when absent or null. */
  readonly model?: string | null;
  readonly stream?: boolean;
  /** Fields in addition to those of a plain request. */
  readonly also?: Readonly<Record<string, unknown>>;
}

export function chatRequest(expect: Expectations, options: TextOptions): ProbeRequest {
  return {
    operation: 'chat',
    body: {
      json: {
        model: options.model ?? expect.chatModel,
        messages: [{ role: 'user', content: options.prompt }],
        ...streamSwitch(expect, options.stream),
        ...options.also,
      },
    },
  };
}

export function responsesRequest(expect: Expectations, options: TextOptions): ProbeRequest {
  return {
    operation: 'responses',
    body: {
      json: {
        model: options.model ?? expect.responsesModel,
        input: options.prompt,
        ...streamSwitch(expect, options.stream),
        ...options.also,
      },
    },
  };
}

interface ImageOptions {
  readonly prompt: string;
  /** The operation's own when absent or null. */
  readonly model?: string | null;
  /** 1 when absent. */
  readonly n?: number;
  /** The first size that the target is known to support when absent. */
  readonly size?: string | undefined;
  readonly also?: Readonly<Record<string, unknown>>;
}

export function imageRequest(expect: Expectations, options: ImageOptions): ProbeRequest {
  return {
    operation: 'images',
    body: {
      json: {
        model: options.model ?? expect.imageModel,
        prompt: options.prompt,
        n: options.n ?? 1,
        size: options.size ?? expect.imageSizes[0],
        ...options.also,
      },
    },
  };
}

interface TranscriptionOptions {
  /** The audio file; one second of a tone when absent. */
  readonly content?: Uint8Array;
  /** The operation's own when absent or null. */
  readonly model?: string | null;
  /** What differs from a plain form. */
  readonly form?: Partial<Multipart>;
}

export function transcriptionRequest(
  expect: Expectations,
  options: TranscriptionOptions = {},
): ProbeRequest {
  const model = options.model ?? expect.transcriptionModel;
  const parts = [modelPart(model), filePart(options.content ?? tone())];
  return {
    operation: 'transcription',
    body: { multipart: { boundary: FORM_BOUNDARY, parts, ...options.form } },
  };
}

/** The same request, which is not sent again after a 429 or 503. */
export function sentOnce(request: ProbeRequest): ProbeRequest {
  return { ...request, retries: 0 };
}

export const FORM_BOUNDARY = 'assay-form-3b0e7c51d2';

export function modelPart(model: string): Part {
  return { name: 'model', value: model };
}

export function filePart(content: Uint8Array, field = 'file'): Extract<Part, { filename: string }> {
  return { name: field, filename: 'tone.wav', type: 'audio/wav', content };
}

/** A tone, of one second by default. A word, which becomes noise in its first samples, makes it unique. */
export function tone(word = '', sizeBytes = wavSizeBytes(1)): Uint8Array {
  const file = wav(sizeBytes);
  file.set(Buffer.from(word), WAV_HEADER_BYTES);
  return file;
}

const WAV_HEADER_BYTES = 44;

interface VideoOptions {
  readonly prompt: string;
  /** The operation's own when absent or null. */
  readonly model?: string | null;
  readonly also?: Readonly<Record<string, unknown>>;
}

export function videoRequest(expect: Expectations, options: VideoOptions): ProbeRequest {
  return {
    operation: 'video-create',
    body: {
      json: {
        model: options.model ?? expect.videoModel,
        prompt: options.prompt,
        duration: expect.videoDuration,
        ...options.also,
      },
    },
  };
}

/** A request that no gateway may refuse; checked against Assay's schemas before it is sent. */
export function accepted(request: ProbeRequest): ProbeRequest {
  return { ...request, expected: 'accepted' };
}

/** A well-formed, unusual request: its rules say whether it may be refused. */
export function legal(request: ProbeRequest): ProbeRequest {
  return { ...request, expected: 'legal' };
}

function streamSwitch(expect: Expectations, stream: boolean | undefined): Record<string, boolean> {
  return stream === undefined ? {} : { [expect.streamField]: stream };
}
