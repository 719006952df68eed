import { FILE_MAXIMUM_BYTES } from '../../contract/transcription.ts';
import { type Multipart, type Part, randomBoundary } from '../../exchange/multipart.ts';
import { sharedWav } from '../../exchange/wav.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Difference, Expected } from './difference.ts';
import { FORM_BOUNDARY, filePart, modelPart, tone, unhurried, withParts } from './plain.ts';

/** What differs in a form, by a label. */
type Forms = Readonly<Record<string, (form: Multipart) => Partial<Multipart>>>;

function forms(expected: Expected, each: Forms): readonly Difference[] {
  return Object.entries(each).map(([name, change]) => ({
    name,
    expected,
    of: (request) => withForm(request, change),
  }));
}

function withForm(
  request: ProbeRequest,
  change: (form: Multipart) => Partial<Multipart>,
): ProbeRequest {
  const { body } = request;
  if (body === undefined || !('multipart' in body)) return request;
  return { ...request, body: { multipart: { ...body.multipart, ...change(body.multipart) } } };
}

/** The parts with another one in place of the file, or with others around it. */
function ofFile(
  change: (file: Extract<Part, { filename: string }>) => readonly Part[],
): Forms[string] {
  return ({ parts }) => ({
    parts: parts.flatMap((part) => ('filename' in part ? change(part) : [part])),
  });
}

function named(filename: string): Forms[string] {
  return ofFile((file) => [{ ...file, filename }]);
}

/** Every legal encoding that clients use. */
export const LEGAL_FORMS = forms('accepted', {
  'a model after the file': ({ parts }) => ({ parts: parts.toReversed() }),
  'a boundary in quotes': () => ({ boundary: 'assay: a form?' }),
  'a boundary of 70 characters': () => ({ boundary: FORM_BOUNDARY.padEnd(70, '0123456789') }),
  'a filename that is not ASCII': named('Gespräch – 会話.wav'),
  'a filename with quotes': named('a "good" one.wav'),
  'a file without Content-Type': ofFile((file) => [{ ...file, type: '' }]),
  'a filename with a semicolon': named('one; two.wav'),
  'names without quotes': () => ({ partHeads: 'tokens' }),
  'headers of parts in lower case': () => ({ partHeads: 'lower-case' }),
  'a media type in capitals': () => ({ mediaType: 'Multipart/Form-Data' }),
  'an unknown part': ofFile((file) => [{ name: 'assay_note', value: 'none' }, file]),
});

/** Boundaries are random: it is the same request. */
export const OTHER_BOUNDARY: Difference = {
  name: 'another boundary',
  expected: 'accepted',
  of: (request) => withForm(request, () => ({ boundary: randomBoundary() })),
};

/** Text before the first boundary and after the last. */
export const FRAMED_FORM = forms('accepted', {
  'a preamble and an epilogue': () => ({ preamble: 'Ignore this.', epilogue: 'And this.\r\n' }),
});

/** Two files, under each pair of names that clients use. */
export const TWO_FILES = forms('refused', {
  'two parts named file': twoFiles('file', 'file'),
  'two parts named file[]': twoFiles('file[]', 'file[]'),
  'a file and another one named audio': twoFiles('file', 'audio'),
});

function twoFiles(first: string, second: string): Forms[string] {
  return ofFile(({ content }) => [filePart(content, first), filePart(tone(second), second)]);
}

/** Two models, one of them unknown, in both orders: whichever the gateway uses, it is known once. */
export const TWO_MODELS: readonly Difference[] = [
  twoModels('a model, then another one', (known, other) => [known, other]),
  twoModels('another model, then the model', (known, other) => [other, known]),
];

function twoModels(name: string, order: (known: Part, other: Part) => readonly Part[]): Difference {
  const other = modelPart('no-such-model-assay');
  return {
    name,
    expected: 'refused',
    of: (request) =>
      withParts(request, (part) => (part.name === 'model' ? order(part, other) : [part])),
  };
}

/** A form without a boundary parameter, and one that ends before its closing boundary. */
export function brokenForms({ transcriptionModel }: Expectations): readonly Difference[] {
  const part = `Content-Disposition: form-data; name="model"\r\n\r\n${transcriptionModel}`;
  const text = `--${FORM_BOUNDARY}\r\n${part}\r\n--${FORM_BOUNDARY}--\r\n`;
  return [
    otherBody('a form without a boundary parameter', { text, type: 'multipart/form-data' }),
    ...forms('refused', { 'a truncated form': () => ({ unclosed: true }) }),
  ];
}

/** The same request as JSON and as the other kind of form. */
export function otherUploads({ transcriptionModel: model }: Expectations): readonly Difference[] {
  const file = Buffer.from(tone()).toString('base64');
  const text = new URLSearchParams({ model, file }).toString();
  return [
    otherBody('JSON', { json: { model, file } }),
    otherBody('a urlencoded form', { text, type: 'application/x-www-form-urlencoded' }),
  ];
}

function otherBody(name: string, body: NonNullable<ProbeRequest['body']>): Difference {
  return { name, expected: 'refused', of: (request) => ({ ...request, body }) };
}

/** A file that is a text with the name and the media type of audio. */
export const NO_AUDIO: Difference = {
  name: 'a file that is not audio',
  expected: 'either',
  of: (request) => ({
    ...withForm(
      request,
      ofFile((file) => [{ ...file, content: asText(file.content) }]),
    ),
    mayBeCharged: true,
  }),
};

/** A text with the end of a file in it, so that it is as unique. */
function asText(content: Uint8Array): Uint8Array {
  const mark = Buffer.from(content.subarray(0, 128)).toString('hex');
  return Buffer.from(`This is a text, and no audio: ${mark}.\n`.repeat(16));
}

/** More than 25 MB and less than 25 MiB. */
const BEYOND_25_MB_BYTES = 25_000_001;

/**
 * The largest legal file, and one that is too large only for a gateway that takes MB for MiB.
 */
export function largestFiles(expect: Expectations): readonly Difference[] {
  return [BEYOND_25_MB_BYTES, FILE_MAXIMUM_BYTES].map((size) =>
    ofSize(expect, `a file of ${size} bytes`, 'accepted', size),
  );
}

/** A file of one byte too many, with its length announced and in chunks. */
export function oversizeFiles(expect: Expectations): readonly Difference[] {
  const size = FILE_MAXIMUM_BYTES + 1;
  return [
    ofSize(expect, `${size} bytes with Content-Length`, 'refused', size),
    ofSize(expect, `${size} bytes in chunks`, 'refused', size, { chunked: true }),
  ];
}

function ofSize(
  expect: Expectations,
  name: string,
  expected: Expected,
  sizeBytes: number,
  form: Partial<Multipart> = {},
): Difference {
  const grown = ofFile((file) => [{ ...file, content: sharedWav(sizeBytes) }]);
  return {
    name,
    expected,
    of: (request) =>
      unhurried(
        withForm(request, (own) => ({ ...grown(own), ...form })),
        { expect },
      ),
  };
}
