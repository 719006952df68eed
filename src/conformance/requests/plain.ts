import { isJsonObject, type JsonObject, objectsIn } from '../../answers/json.ts';
import { type Billable, type JSON_OPERATIONS, OPERATIONS } from '../../contract/operations.ts';
import type { Multipart, Part } from '../../exchange/multipart.ts';
import { wav, wavSizeBytes } from '../../exchange/wav.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeRequest } from '../gateway.ts';

/** Requests that every gateway should accept; a probe changes what it tests. */

interface Options {
  readonly prompt: string;
  /** The operation's own when absent or null. */
  readonly model?: string | null;
  readonly stream?: boolean;
  /** Members in addition to those of a plain request, or in their place. */
  readonly also?: JsonObject;
}

/** The members of a plain request beside its model. */
const MEMBERS: Readonly<
  Record<(typeof JSON_OPERATIONS)[number], (expect: Expectations, prompt: string) => JsonObject>
> = {
  chat: (_, content) => ({ messages: [{ role: 'user', content }] }),
  responses: (_, input) => ({ input }),
  images: ({ imageSizes }, prompt) => ({ prompt, n: 1, size: imageSizes[0] }),
  'video-create': ({ videoDuration }, prompt) => ({ prompt, duration: videoDuration }),
};

export const chatRequest = requestsTo('chat');
export const responsesRequest = requestsTo('responses');

function requestsTo(operation: keyof typeof MEMBERS) {
  return (expect: Expectations, { prompt, model, stream, also }: Options): ProbeRequest => ({
    operation,
    body: {
      json: {
        model: model ?? modelOf(expect, operation),
        ...MEMBERS[operation](expect, prompt),
        ...(stream !== undefined && { [expect.streamField]: stream }),
        ...also,
      },
    },
  });
}

function modelOf(expect: Expectations, operation: Billable): string {
  return expect[OPERATIONS[operation].model.setting];
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
  const model = options.model ?? modelOf(expect, 'transcription');
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

/** The time for which a network may carry 25 MiB before that says something about the gateway. */
const UPLOAD_MS = 30_000;

/** A large upload may take its time. */
export function unhurried(
  request: ProbeRequest,
  { expect }: { readonly expect: Expectations },
): ProbeRequest {
  return { ...request, deadlineMs: Math.max(expect.answerDeadlineMs, UPLOAD_MS) };
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

export const WAV_HEADER_BYTES = 44;

/**
 * A plain request to a billable operation. Two requests with the same word are equal.
 * @param model the operation's own when absent or null
 */
export function billableRequest(
  expect: Expectations,
  operation: Billable,
  word: string,
  model: string | null = null,
): ProbeRequest {
  if (operation === 'transcription') {
    return transcriptionRequest(expect, { model, content: tone(word) });
  }
  const isOfText = OPERATIONS[operation].streams;
  const prompt = isOfText
    ? `Say one short sentence about ${word}.`
    : `A red circle on white, for ${word}.`;
  return requestsTo(operation)(expect, { model, prompt });
}

/** A request that no gateway may refuse; checked against Assay's schemas before it is sent. */
export function accepted(request: ProbeRequest): ProbeRequest {
  return { ...request, expected: 'accepted' };
}

/** A well-formed, unusual request: its rules say whether it may be refused. */
export function legal(request: ProbeRequest): ProbeRequest {
  return { ...request, expected: 'legal' };
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

/** The request with other parts of its form in place of each one. */
export function withParts(
  request: ProbeRequest,
  change: (part: Part) => readonly Part[],
): ProbeRequest {
  const { body } = request;
  if (body === undefined || !('multipart' in body)) return request;
  const { multipart } = body;
  return {
    ...request,
    body: { multipart: { ...multipart, parts: multipart.parts.flatMap(change) } },
  };
}
