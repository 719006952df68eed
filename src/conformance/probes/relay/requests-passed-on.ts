import type { ProbeRequest } from '../../gateway.ts';
import { allForms, formNamed, mediaForms, textForms } from '../../requests/forms.ts';
import { filePart, tone } from '../../requests/plain.ts';
import { repeats } from '../fewer.ts';
import { sequentially } from '../sequentially.ts';
import { scripted, withMembers } from './scripted.ts';

const REPEATS = 20;

/** Plain requests of each kind, 20 of each: one body, and a stream where there is one. */
export const relayedRequests = scripted({
  name: 'requests-seen-at-both-ends',
  modest: '2 requests of each kind instead of 20',
  forms: allForms,
  cases: (gateway) => Array.from({ length: repeats(gateway, REPEATS, 2) }, () => ({})),
  expects: 'accepted',
});

/** The same request twice, one after the other and without a key. */
export const repeatedPrompt = scripted({
  name: 'repeated-prompts-seen-at-both-ends',
  forms: textForms,
  expects: 'accepted',
  send: (gateway, { request }) => sequentially([request, request], (each) => gateway.send(each)),
});

/** With the request around it, still below the 64 KiB that are kept of a request. */
const LONG_CHARACTERS = 60_000;

/** Each around the word that identifies the request, so that its edges are those of the text. */
const PROMPTS: readonly (readonly [name: string, around: (word: string) => string])[] = [
  ['white space', (word) => `  \n\ttwo before ${word} and after \r\n\n `],
  [
    'all of Unicode',
    (word) =>
      `Ça é e\u0301 Ω 你好 שלום 🙂 👩‍👩‍👧 \u{10FFFD} ${word} \u2028 ﬁ ① “it’s”\u00A0… \u202Eright\u202C \uFEFF½`,
  ],
  [
    'escapes',
    (word) => `"quoted" \\n \\u0041 </script> %41 &amp; {{x}} 100%% ${word} $1 \u0000 \u007f`,
  ],
  // One that is cut at either end still has the word.
  ['60 kB', (word) => `${word} ${'long '.repeat(LONG_CHARACTERS / 5)}${word} end`],
];

const OF_MEDIA = 2;

/** Prompts of every kind, as chats and as responses in both forms, and some of them for images and videos. */
export const relayedPrompts = scripted({
  name: 'prompts-seen-at-both-ends',
  modest: '2 prompts of each form instead of all',
  forms: (gateway) => [
    ...textForms(gateway),
    ...mediaForms(gateway).filter(({ operation }) => operation !== 'transcription'),
  ],
  cases: (gateway, { operation }) => {
    const isText = operation === 'chat' || operation === 'responses';
    const count = isText ? repeats(gateway, PROMPTS.length, OF_MEDIA) : OF_MEDIA;
    return PROMPTS.slice(0, count).map(([label, around]) => ({
      label,
      ask: (request, nonce) => withMembers(request, promptOf(request, around(nonce))),
    }));
  },
  expects: 'legal',
});

function promptOf({ operation }: ProbeRequest, text: string): Readonly<Record<string, unknown>> {
  if (operation === 'chat') return { messages: [{ role: 'user', content: text }] };
  if (operation !== 'responses') return { prompt: text };
  return { input: text, instructions: ' Be brief: \u00e9 e\u0301 Ω.\n' };
}

/** The media type of each file. */
export const FILE_TYPE = 'audio/wav';

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES: readonly (readonly [label: string, bytes: number])[] = [
  ['1 kB', 1000],
  ['1 MiB', MIB],
  ['25 MiB', 25 * MIB],
];

/** Uploads of three sizes, up to the largest that the interface allows. */
export const relayedFiles = scripted({
  name: 'files-seen-at-both-ends',
  alone: true,
  modest: '1 file of 1 kB instead of three sizes',
  forms: formNamed('transcription'),
  cases: SIZES.map(([label, bytes]) => ({
    label,
    ask: (request, nonce, { expect: { answerDeadlineMs } }) => ({
      ...withFile(request, withTextBytes(tone(nonce, bytes))),
      deadlineMs: Math.max(answerDeadlineMs, UPLOAD_MS),
    }),
  })),
  few: 1,
  expects: 'legal',
});

/** The time that an upload may take before that says something about the gateway. */
export const UPLOAD_MS = 30_000;

/** The same tone with bytes that are changed or cut where a file is read as text. */
function withTextBytes(file: Uint8Array): Uint8Array {
  file.set(Buffer.from('\r\n\n\r\t\u001a\0 '), 200);
  file.set(Buffer.from(' \r\n\0'), file.length - 4);
  return file;
}

const NAMES = ['tone 1; version, 2.wav', "o'brien (1) [a] %41.wav", 'Ça va – 世界.wav'];

/** Uploads whose file has an unusual name. */
export const relayedFileNames = scripted({
  name: 'file-names-seen-at-both-ends',
  forms: formNamed('transcription'),
  cases: NAMES.map((filename) => ({
    label: filename,
    ask: (request, nonce) => withFile(request, tone(nonce), filename),
  })),
  expects: 'legal',
});

/** The upload takes a second, in four pieces. */
const WRITE_BYTES_PER_SECOND = 256 * KIB;

/** An upload whose caller sends it slowly, and gets its answer at once. */
export const relayedSlowUpload = scripted({
  name: 'slow-upload-seen-at-both-ends',
  alone: true,
  forms: formNamed('transcription'),
  cases: [
    {
      label: 'slow',
      steps: { ttftMs: 0, itlMs: 0 },
      ask: (request, nonce) => ({
        ...withFile(request, tone(nonce, WRITE_BYTES_PER_SECOND)),
        writeBytesPerSecond: WRITE_BYTES_PER_SECOND,
      }),
    },
  ],
  expects: 'legal, once',
});

/** An upload of this file. */
function withFile(request: ProbeRequest, content: Uint8Array, filename?: string): ProbeRequest {
  const { body } = request;
  if (body === undefined || !('multipart' in body)) return request;
  const file = {
    ...filePart(content),
    type: FILE_TYPE,
    ...(filename !== undefined && { filename }),
  };
  const parts = body.multipart.parts.map((part) => ('filename' in part ? file : part));
  return { ...request, body: { multipart: { ...body.multipart, parts } } };
}
