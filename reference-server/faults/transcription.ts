import { editsWire } from '../edits/answers.ts';
import { refuses } from '../edits/requests.ts';
import type { Alteration } from '../hooks.ts';
import type { FormPart } from '../http/form.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

const FILE = { kind: 'file', name: 'file', sizeBytes: 1, digest: '' } as const;

const UNLIMITED = {
  fileBytes: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
};

const DEFAULT_MODEL = { kind: 'field', name: 'model', value: 'ref-transcription' } as const;

const PAGE = '<html><body><h1>413 Request Entity Too Large</h1></body></html>';

const HYPHEN = 0x2d;

const NO_FILE = { kind: 'file', name: 'file', sizeBytes: 1, digest: '' } as const;

export const transcriptionFaults: readonly Alteration[] = [
  refuses(
    'tr-403-all',
    'Every transcription returns 403.',
    'transcription',
    Refusal.badRequest('Not allowed.').with({ status: 403 }),
  ),
  {
    id: 'tr-corrupt-crlf',
    summary: 'CRLF in the bytes of a file becomes LF.',
    hooks: ({ digestFile }) => ({
      digestFile() {
        const digest = digestFile();
        return {
          update(bytes) {
            const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
            digest.update(Buffer.from(text, 'latin1'));
          },
          hex: () => digest.hex(),
        };
      },
    }),
  },
  {
    id: 'tr-empty-200',
    summary: 'An empty file returns 200.',
    hooks: ({ checkForm }) => ({
      checkForm: ({ parts }) =>
        checkForm({ parts: parts.map((part) => (part.kind === 'file' ? notEmpty(part) : part)) }),
    }),
  },
  {
    id: 'tr-json-accepted',
    summary: 'A transcription request in JSON returns 200.',
    hooks: ({ receiveForm, readBody, parseJson }) => ({
      async receiveForm(request, steps) {
        const type = request.headers['content-type'] ?? '';
        if (!type.startsWith('application/json')) return await receiveForm(request, steps);
        const { model } = parseJson(await readBody(request));
        const named = { kind: 'field', name: 'model', value: String(model) } as const;
        return { parts: [named, FILE] };
      },
    }),
  },
  {
    id: 'tr-limit-content-length-only',
    summary: 'The limit does not apply to a chunked upload.',
    hooks: ({ uploadLimits }) => ({
      uploadLimits: (contentLength) =>
        contentLength === undefined ? UNLIMITED : uploadLimits(contentLength),
    }),
  },
  {
    id: 'tr-limit-counts-body',
    summary: 'The limit of the file applies to the whole body.',
    hooks: ({ uploadLimits }) => ({
      uploadLimits(contentLength) {
        const { fileBytes } = uploadLimits(contentLength);
        return { fileBytes, bodyBytes: fileBytes };
      },
    }),
  },
  {
    id: 'tr-missing-model-200',
    summary: 'A default model answers a form without a model.',
    hooks: ({ checkForm }) => ({
      checkForm({ parts }) {
        const some = parts.some(({ name }) => name === 'model');
        return checkForm({ parts: some ? parts : [...parts, DEFAULT_MODEL] });
      },
    }),
  },
  {
    id: 'tr-model-must-precede',
    summary: 'A model after the file is reported as missing.',
    hooks: ({ checkForm }) => ({
      checkForm(form) {
        const names = form.parts.map(({ name }) => name);
        if (names.indexOf('model') > names.indexOf('file') && names.includes('file')) {
          throw Refusal.badField('model', 'The form has no model.');
        }
        return checkForm(form);
      },
    }),
  },
  {
    id: 'tr-no-audio-500',
    summary: 'A file that does not begin like a WAV file returns 500.',
    hooks: ({ digestFile }) => ({
      digestFile() {
        const digest = digestFile();
        let start = Buffer.alloc(0);
        return {
          update(bytes) {
            if (start.length < 4) start = Buffer.concat([start, bytes.subarray(0, 4)]);
            digest.update(bytes);
          },
          hex() {
            if (start.length > 0 && !start.toString('latin1').startsWith('RIFF')) {
              throw Refusal.failed();
            }
            return digest.hex();
          },
        };
      },
    }),
  },
  {
    id: 'tr-oversize-html',
    summary: 'An upload that is too large returns an HTML page of a proxy.',
    hooks: ({ encode }) => ({
      encode(answer, context) {
        const { status, headers } = answer;
        if (context.operation !== 'transcription' || status !== 413) return encode(answer, context);
        return { status, headers: { ...headers, 'content-type': 'text/html' }, payload: PAGE };
      },
    }),
  },
  {
    id: 'tr-preamble-400',
    summary: 'A form that does not begin with its boundary is refused.',
    hooks: ({ receiveForm }) => ({
      async receiveForm(request, steps) {
        let begins = true;
        request.once('data', (bytes: Buffer) => {
          begins = bytes[0] === HYPHEN;
        });
        const form = await receiveForm(request, steps);
        if (!begins) throw Refusal.badRequest('The form has no boundary.', 'malformed_form');
        return form;
      },
    }),
  },
  editsWire(
    'tr-text-plain',
    'A transcript is text/plain.',
    'transcription',
    ({ status, headers }, { body }) => ({
      status,
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
      payload: String((isJsonObject(body) ? body.text : undefined) ?? ''),
    }),
  ),
  {
    id: 'tr-truncated-hang',
    summary: 'A form without its closing boundary never gets an answer.',
    hooks: ({ receiveForm }) => ({
      async receiveForm(request, steps) {
        try {
          return await receiveForm(request, steps);
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'unclosed_form') throw error;
          return await new Promise(() => {});
        }
      },
    }),
  },
  {
    id: 'tr-two-files-first-wins',
    summary: 'All files of a form except the first are ignored.',
    hooks: ({ checkForm }) => ({
      checkForm({ parts }) {
        const first = parts.find(({ kind }) => kind === 'file');
        return checkForm({ parts: parts.filter((part) => part.kind !== 'file' || part === first) });
      },
    }),
  },
  {
    id: 'tr-two-models-first-wins',
    summary: 'All models of a form except the first are ignored.',
    hooks: ({ checkForm }) => ({
      checkForm({ parts }) {
        const first = parts.find(({ name }) => name === 'model');
        return checkForm({
          parts: parts.filter((part) => part.name !== 'model' || part === first),
        });
      },
    }),
  },
  {
    id: 'tr-zero-files-200',
    summary: 'A form without a file returns 200.',
    hooks: ({ checkForm }) => ({
      checkForm({ parts }) {
        const some = parts.some(({ kind }) => kind === 'file');
        return checkForm({ parts: some ? parts : [...parts, NO_FILE] });
      },
    }),
  },
];

function notEmpty(file: FormPart & { kind: 'file' }): FormPart {
  const { kind, name, sizeBytes, digest } = file;
  return { kind, name, sizeBytes: Math.max(1, sizeBytes), digest };
}
