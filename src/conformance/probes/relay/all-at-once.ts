import { traceparentOf } from '../../../exchange/trace-context.ts';
import { pngOf } from '../../../exchange/upstream/scripted-png.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Relay } from '../../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../../gateway.ts';
import { allForms, type RequestForm } from '../../requests/forms.ts';
import { filePart, tone, withMembers, withParts } from '../../requests/plain.ts';
import { TEXTS, textsAround } from '../../requests/texts.ts';
import { shared } from '../../sending/shared-controls.ts';
import { type Case, type MarkedSeries, scripted } from './relayed.ts';

export const AT_ONCE: UpstreamStep = { ttftMs: 0, itlMs: 0 };

/** No gateway that counts tokens would find these numbers. */
const [INPUT, OUTPUT] = [7919, 104_729];
const [CACHED, REASONING] = [4099, 2203];
const NAMED = { input_tokens: INPUT, output_tokens: OUTPUT, total_tokens: INPUT + OUTPUT };
export const USAGES: Readonly<Record<string, unknown>> = {
  chat: {
    prompt_tokens: INPUT,
    completion_tokens: OUTPUT,
    total_tokens: INPUT + OUTPUT,
    prompt_tokens_details: { cached_tokens: CACHED },
    completion_tokens_details: { reasoning_tokens: REASONING },
  },
  responses: {
    ...NAMED,
    input_tokens_details: { cached_tokens: CACHED },
    output_tokens_details: { reasoning_tokens: REASONING },
  },
  images: {
    ...NAMED,
    input_tokens_details: { text_tokens: INPUT - CACHED, image_tokens: CACHED },
  },
  transcription: {
    type: 'tokens',
    ...NAMED,
    input_token_details: { text_tokens: INPUT - CACHED, audio_tokens: CACHED },
  },
};

/** The usage of a stream of chat comes only where it is requested. */
export function withUsage(request: ProbeRequest, { operation, stream }: RequestForm): ProbeRequest {
  if (!stream || operation !== 'chat') return request;
  return withMembers(request, { stream_options: { include_usage: true } });
}

/** A cookie of a caller, and its trace. */
export function withCookie(request: ProbeRequest, nonce: string): ProbeRequest {
  const cookie = 'assay_session=of-a-caller';
  return { ...request, headers: { cookie, traceparent: traceparentOf(nonce) } };
}

export const SETS_COOKIE = ['set-cookie', 'provider_session=of-the-first; Path=/'] as const;

/** The media type of each file. */
export const FILE_TYPE = 'audio/wav';

/** The first of them is the least unusual. */
export const FILE_NAMES = [
  'tone 1; version, 2.wav',
  "o'brien (1) [a] %41.wav",
  'Ça va – 世界.wav',
] as const;

/** An upload of this file. */
export function withFile(
  request: ProbeRequest,
  content: Uint8Array,
  filename?: string,
): ProbeRequest {
  const file = filePart(content);
  const named = { ...file, type: FILE_TYPE, filename: filename ?? file.filename };
  return withParts(request, (part) => ['filename' in part ? named : part]);
}

/** The same tone with bytes that are changed or cut where a file is read as text. */
export function withTextBytes(file: Uint8Array): Uint8Array {
  file.set(Buffer.from('\r\n\n\r\t\u001a\0 '), 200);
  file.set(Buffer.from(' \r\n\0'), file.length - 4);
  return file;
}

const IMAGE_BYTES = 1024;
const [MANY_SCRIPTS] = TEXTS;
const PIECES = Object.values(textsAround('words'))[0]?.match(/\S+|\s+/g) ?? [];

function everythingOf({ expect }: ProbeGateway, form: RequestForm): readonly Case[] {
  const { operation } = form;
  const isText = operation === 'chat' || operation === 'responses';
  const [size] = expect.imageSizes;
  return [
    {
      steps: (nonce) => ({
        ...AT_ONCE,
        ...(operation !== 'images' && { pieces: PIECES }),
        ...(operation === 'images' &&
          size !== undefined && {
            contentBase64: pngOf(size, IMAGE_BYTES, nonce).toString('base64'),
          }),
        ...(isText && { finishReason: 'length' }),
        usage: USAGES[operation],
        headers: [SETS_COOKIE],
      }),
      ask(request, nonce) {
        const asked = withUsage(withCookie(request, nonce), form);
        if (operation !== 'transcription') return MANY_SCRIPTS?.of(asked) ?? asked;
        return withFile(asked, withTextBytes(tone(nonce, IMAGE_BYTES)), FILE_NAMES[0]);
      },
    },
  ];
}

const everything = scripted({
  name: 'everything-seen-at-both-ends',
  forms: (gateway) => allForms(gateway).filter(({ operation }) => operation !== 'video-create'),
  cases: everythingOf,
  expects: 'legal',
});

/**
 * One request in each form but for a video job, which has an unusual text, a cookie and a trace, or an unusual file; its
 * answer has an unusual text, usage, end and image, and sets a cookie. In a modest run it serves several probes.
 */
const relays = shared((gateway) => everything.run(gateway));

/** Those of these operations, or all when none is named. */
export function allAtOnce(
  ...operations: readonly string[]
): (gateway: ProbeGateway) => Promise<readonly Relay[]> {
  const isWanted = (name = ''): boolean => operations.length === 0 || operations.includes(name);
  return async (gateway) =>
    (await relays(gateway)).filter(({ exchanges: [exchange] }) => isWanted(exchange?.operation));
}

/** That of a form, with its nonce, in a modest run: it shows whether the gateway relays the form at all. */
export async function relayOfForm(
  gateway: ProbeGateway,
  { name }: RequestForm,
): Promise<MarkedSeries | undefined> {
  if (gateway.effort === 'thorough') return undefined;
  const relay = (await relays(gateway)).find(({ label }) => label === name);
  const [nonce] = relay?.upstream.flatMap(({ nonces }) => nonces) ?? [];
  return relay && { ...relay, nonce: nonce ?? '' };
}
