import { isJsonObject, type JsonObject, objectsIn } from '../../answers/json.ts';
import type { Billable } from '../../contract/operations.ts';
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

/**
 * A plain request to a billable operation. Two requests with the same word are equal.
 * @param model the operation's own when absent or null
 */
export function billableRequest(
  expect: Expectations,
  operation: Billable,
  word: string,
  model?: string | null,
): ProbeRequest {
  const named = model === undefined ? {} : { model };
  const text = `Say one short sentence about ${word}.`;
  const picture = `A red circle on white, for ${word}.`;
  switch (operation) {
    case 'chat':
      return chatRequest(expect, { ...named, prompt: text });
    case 'responses':
      return responsesRequest(expect, { ...named, prompt: text });
    case 'images':
      return imageRequest(expect, { ...named, prompt: picture });
    case 'transcription':
      return transcriptionRequest(expect, { ...named, content: tone(word) });
    case 'video-create':
      return videoRequest(expect, { ...named, prompt: picture });
  }
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

/** The members of a JSON body; none where the request has another body. */
export function membersOf({ body }: ProbeRequest): JsonObject {
  return body && 'json' in body && isJsonObject(body.json) ? body.json : {};
}

/** The request with these members of its JSON body; undefined omits one. */
export function withMembers(request: ProbeRequest, members: JsonObject): ProbeRequest {
  return { ...request, body: { json: { ...membersOf(request), ...members } } };
}

/** The prompt of a request: the last message of a chat, the input, or the prompt; '' for a file. */
export function promptOf(request: ProbeRequest): string {
  const { messages, input, prompt } = membersOf(request);
  const [last] = objectsIn(messages).slice(-1);
  return [last?.content, input, prompt].find((text) => typeof text === 'string') ?? '';
}

/** The request with another prompt; the same one where it has none. */
export function withPrompt(request: ProbeRequest, prompt: string): ProbeRequest {
  const { messages, input, prompt: picture } = membersOf(request);
  if (picture !== undefined) return withMembers(request, { prompt });
  if (input !== undefined) return withMembers(request, { input: prompt });
  const turns = objectsIn(messages);
  const last = turns.at(-1);
  if (last === undefined) return request;
  return withMembers(request, { messages: [...turns.slice(0, -1), { ...last, content: prompt }] });
}
