import { editsWire, refuses } from '../edits/answers.ts';
import { after, alters, before } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import type { Form, FormPart } from '../http/form.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

const FILE: FormPart = { kind: 'file', name: 'file', sizeBytes: 1, digest: '' };

const MODEL: FormPart = { kind: 'field', name: 'model', value: 'ref-transcription' };

const UNLIMITED = {
  fileBytes: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
};

const PAGE = '<html><body><h1>413 Request Entity Too Large</h1></body></html>';

export const transcriptionFaults: Alterations = {
  'tr-403-all': refuses('transcription')('Every transcription returns 403.')(() =>
    Refusal.badRequest('Not allowed.').with({ status: 403 }),
  ),
  'tr-corrupt-crlf': before('digestFile')('CRLF in the bytes of a file becomes LF.')((bytes) => [
    Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ]),
  'tr-empty-200': readsParts('An empty file returns 200.')((parts) =>
    parts.map((part) =>
      part.kind === 'file' ? { ...part, sizeBytes: Math.max(1, part.sizeBytes) } : part,
    ),
  ),
  'tr-format-ignored': after('checkForm')('Every transcript is in JSON.')((form) => ({
    ...form,
    format: form.format === 'verbose_json' ? form.format : 'json',
  })),
  'tr-json-accepted': alters('A transcription request in JSON returns 200.')(
    ({ receiveForm, readBody, parseJson }) => ({
      async receiveForm(request, steps) {
        const type = request.headers['content-type'] ?? '';
        if (!type.startsWith('application/json')) return await receiveForm(request, steps);
        const { model } = parseJson(await readBody(request));
        const named: FormPart = { kind: 'field', name: 'model', value: String(model) };
        return { parts: [named, FILE], bytes: Buffer.alloc(0) };
      },
    }),
  ),
  'tr-limit-content-length-only': after('uploadLimits')(
    'The limit does not apply to a chunked upload.',
  )((limits, contentLength) => (contentLength === undefined ? UNLIMITED : limits)),
  'tr-limit-counts-body': after('uploadLimits')('The limit of the file applies to the whole body.')(
    ({ fileBytes }) => ({ fileBytes, bodyBytes: fileBytes }),
  ),
  'tr-missing-model-200': readsParts('A default model answers a form without a model.')((parts) =>
    parts.some(isModel) ? parts : [...parts, MODEL],
  ),
  'tr-model-must-precede': readsParts('A model after the file is reported as missing.')((parts) => {
    const names = parts.map(({ name }) => name);
    if (names.indexOf('model') > names.indexOf('file') && names.includes('file')) {
      throw Refusal.badField('model', 'The form has no model.');
    }
    return parts;
  }),
  'tr-no-audio-500': before('digestFile')(
    'A file that does not begin like a WAV file returns 500.',
  )((bytes) => {
    if (bytes.length > 0 && !bytes.toString('latin1').startsWith('RIFF')) throw Refusal.failed();
    return [bytes];
  }),
  'tr-oversize-html': after('encode')(
    'An upload that is too large returns an HTML page of a proxy.',
  )((wire, { status }, { operation }) => {
    if (operation !== 'transcription' || status !== 413) return wire;
    return { status, headers: { ...wire.headers, 'content-type': 'text/html' }, payload: PAGE };
  }),
  'tr-preamble-400': after('receiveForm')(
    'A form that does not begin with its boundary is refused.',
  )(async (received) => {
    const form = await received;
    if (form.bytes[0] === 0x2d) return form;
    throw Refusal.badRequest('The form has no boundary.', 'malformed_form');
  }),
  'tr-segments-reversed': after('presentTranscript')(
    'The segments of a transcript are in reverse order.',
  )((body) => ({
    ...body,
    ...(Array.isArray(body.segments) && { segments: body.segments.toReversed() }),
  })),
  'tr-text-plain': editsWire('transcription')('A transcript is text/plain.')((wire, { body }) =>
    isJsonObject(body)
      ? {
          ...wire,
          headers: { ...wire.headers, 'content-type': 'text/plain; charset=utf-8' },
          payload: String(body.text),
        }
      : wire,
  ),
  'tr-truncated-hang': after('receiveForm')(
    'A form without its closing boundary never gets an answer.',
  )((form) =>
    form.catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'unclosed_form') throw error;
      return new Promise<Form>(() => {});
    }),
  ),
  'tr-two-files-first-wins': readsParts('All files of a form except the first are ignored.')(
    (parts) => firstOf(parts, ({ kind }) => kind === 'file'),
  ),
  'tr-two-models-first-wins': readsParts('All models of a form except the first are ignored.')(
    (parts) => firstOf(parts, isModel),
  ),
  'tr-verbose-ignored': after('checkForm')('A transcript in verbose JSON is one in JSON.')(
    (form) => ({ ...form, format: form.format === 'verbose_json' ? 'json' : form.format }),
  ),
  'tr-vtt-without-header': after('writeTranscript')('A transcript as vtt has no header.')((text) =>
    text?.replace('WEBVTT\n\n', ''),
  ),
  'tr-zero-files-200': readsParts('A form without a file returns 200.')((parts) =>
    parts.some(({ kind }) => kind === 'file') ? parts : [...parts, FILE],
  ),
};

/** The parts of a form are read as these. */
function readsParts(summary: string) {
  return (edit: (parts: readonly FormPart[]) => readonly FormPart[]): Alteration =>
    before('checkForm')(summary)((form) => [{ ...form, parts: edit(form.parts) }]);
}

/** All parts that are not chosen, and the first one that is. */
function firstOf(
  parts: readonly FormPart[],
  chosen: (part: FormPart) => boolean,
): readonly FormPart[] {
  const first = parts.find(chosen);
  return parts.filter((part) => part === first || !chosen(part));
}

function isModel({ name }: FormPart): boolean {
  return name === 'model';
}
