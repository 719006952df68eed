import { modelFor } from '../../contract/models-by-operation.ts';
import { FILE_MAXIMUM_BYTES } from '../../contract/transcription.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Multipart } from '../../exchange/multipart.ts';
import { sharedWav } from '../../exchange/wav.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import {
  accepted,
  FORM_BOUNDARY,
  filePart,
  legal,
  modelPart,
  tone,
  transcriptionRequest,
} from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { noModel } from './bad-fields.ts';
import { fewer, repeats } from './fewer.ts';
import { sequentially } from './sequentially.ts';
import { withControl } from './with-control.ts';

/** One second of a tone. */
export const oneTone: Probe<'answer'> = {
  name: 'one-tone',
  async run(gateway) {
    return [await gateway.send(accepted(transcriptionRequest(gateway.expect)))];
  },
};

/** Forms with two files, under each pair of names that clients use. */
export const twoFiles: Probe<'series'> = {
  name: 'forms-with-two-files',
  run(gateway) {
    const model = modelPart(gateway.expect.transcriptionModel);
    const [one, other] = [tone(gateway.nonce()), tone(gateway.nonce())] as const;
    const named = (first: string, second: string) => ({
      parts: [model, filePart(one, first), filePart(other, second)],
    });
    return beside(gateway, [
      ['two parts named file', named('file', 'file')],
      ['two parts named file[]', named('file[]', 'file[]')],
      ['a file and another one named audio', named('file', 'audio')],
    ]);
  },
};

/** More than 25 MB and less than 25 MiB. */
const BEYOND_25_MB_BYTES = 25_000_001;

/**
 * The largest legal file, and one that is too large only for a gateway that takes MB for MiB. A
 * model that returns their digest shows whether they arrived byte for byte.
 */
export const largeFiles: Probe<'series'> = {
  name: 'largest-files',
  alone: true,
  async run(gateway) {
    const sizes = await sequentially([BEYOND_25_MB_BYTES, FILE_MAXIMUM_BYTES], (sizeBytes) => {
      const model = modelFor(gateway.expect.echoModel, operation);
      const request = transcriptionRequest(gateway.expect, {
        model,
        content: sharedWav(sizeBytes),
      });
      const trial = {
        label: `a file of ${sizeBytes} bytes`,
        request: unhurried(legal(request), gateway),
      };
      return withControl(gateway, plain(gateway), [trial]);
    });
    return sizes.flat();
  },
};

/** A file of one byte too many, with its length announced and in chunks. */
export const oversizeFiles: Probe<'series'> = {
  name: 'files-of-one-byte-too-many',
  alone: true,
  run(gateway) {
    const content = sharedWav(FILE_MAXIMUM_BYTES + 1);
    const model = modelPart(gateway.expect.transcriptionModel);
    const parts = [model, filePart(content)];
    const upload = (form: Partial<Multipart>) =>
      unhurried(transcriptionRequest(gateway.expect, { form }), gateway);
    return withControl(gateway, plain(gateway), [
      { label: `${content.length} bytes with Content-Length`, request: upload({ parts }) },
      { label: `${content.length} bytes in chunks`, request: upload({ parts, chunked: true }) },
    ]);
  },
};

/** The time for which a network may carry 25 MiB before that says something about the gateway. */
const UPLOAD_MS = 30_000;

function unhurried(request: ProbeRequest, { expect }: ProbeGateway): ProbeRequest {
  return { ...request, deadlineMs: Math.max(expect.answerDeadlineMs, UPLOAD_MS) };
}

/** The same request as JSON and as the other kind of form. */
export const otherMediaTypes: Probe<'series'> = {
  name: 'transcription-without-multipart',
  run(gateway) {
    const { transcriptionModel: model } = gateway.expect;
    const file = Buffer.from(tone()).toString('base64');
    const text = new URLSearchParams({ model, file }).toString();
    return withControl(gateway, plain(gateway), [
      { label: 'JSON', request: { operation, body: { json: { model, file } } } },
      {
        label: 'a urlencoded form',
        request: { operation, body: { text, type: 'application/x-www-form-urlencoded' } },
      },
    ]);
  },
};

/** A form without a boundary parameter, and one that ends before its closing boundary. */
export const brokenForms: Probe<'series'> = {
  name: 'broken-forms',
  run(gateway) {
    const { transcriptionModel: model } = gateway.expect;
    const part = `Content-Disposition: form-data; name="model"\r\n\r\n${model}`;
    const text = `--${FORM_BOUNDARY}\r\n${part}\r\n--${FORM_BOUNDARY}--\r\n`;
    const cut = transcriptionRequest(gateway.expect, { form: { unclosed: true } });
    return withControl(gateway, plain(gateway), [
      {
        label: 'a form without a boundary parameter',
        request: { operation, body: { text, type: 'multipart/form-data' } },
      },
      { label: 'a truncated form', request: cut },
    ]);
  },
};

/** A form whose file is a text with the name and the media type of audio. */
export const noAudio: Probe<'series'> = {
  name: 'form-with-a-file-that-is-no-audio',
  run(gateway) {
    const model = modelPart(gateway.expect.transcriptionModel);
    const text = Buffer.from(`This is a text, and no audio: ${gateway.nonce()}.\n`.repeat(64));
    return beside(gateway, [['a file that is not audio', { parts: [model, filePart(text)] }]]);
  },
};

/**
 * Forms with two models, one of them unknown, in both orders: whichever the gateway uses, it is
 * known once.
 */
export const twoModels: Probe<'series'> = {
  name: 'forms-with-two-models',
  run(gateway) {
    const known = modelPart(gateway.expect.transcriptionModel);
    const unknown = modelPart(`no-such-model-${gateway.nonce()}`);
    const file = filePart(tone(gateway.nonce()));
    return beside(gateway, [
      ['a model, then another one', { parts: [known, unknown, file] }],
      ['another model, then the model', { parts: [unknown, known, file] }],
    ]);
  },
};

/** Forms without a model, and with two. */
export const oddModels: Probe<'series'> = {
  name: 'forms-without-one-model',
  async run(gateway) {
    return [...(await noModel.run(gateway)), ...(await twoModels.run(gateway))];
  },
};

/** Forms in every legal encoding that clients use. */
export const legalForms: Probe<'series'> = {
  name: 'forms-in-legal-spellings',
  modest: '3 forms instead of 11',
  run(gateway) {
    const model = modelPart(gateway.expect.transcriptionModel);
    const content = tone(gateway.nonce());
    const file = filePart(content);
    const named = (filename: string) => ({
      parts: [model, { name: 'file', filename, type: 'audio/wav', content }],
    });
    const forms: readonly Form[] = [
      ['a model after the file', { parts: [file, model] }],
      ['a boundary in quotes', { boundary: 'assay: a form?' }],
      ['a boundary of 70 characters', { boundary: FORM_BOUNDARY.padEnd(70, '0123456789') }],
      ['a filename that is not ASCII', named('Gespräch – 会話.wav')],
      ['a filename with quotes', named('a "good" one.wav')],
      ['a file without Content-Type', { parts: [model, { ...file, type: '' }] }],
      ['a filename with a semicolon', named('one; two.wav')],
      ['names without quotes', { partHeads: 'tokens' }],
      ['headers of parts in lower case', { partHeads: 'lower-case' }],
      ['a media type in capitals', { mediaType: 'Multipart/Form-Data' }],
      ['an unknown part', { parts: [model, { name: 'assay_note', value: 'none' }, file] }],
    ];
    const trials = fewer(gateway, forms, 3).map(([label, form]) => {
      return { label, request: legal(transcriptionRequest(gateway.expect, { form })) };
    });
    return withControl(gateway, plain(gateway), trials);
  },
};

/** A form with text before its first boundary and after its last. */
export const framedForm: Probe<'series'> = {
  name: 'form-with-text-around-it',
  run(gateway) {
    const framed = { preamble: 'Ignore this.', epilogue: 'And this.\r\n' };
    const request = transcriptionRequest(gateway.expect, { form: framed });
    const trial = { label: 'a preamble and an epilogue', request: legal(request) };
    return withControl(gateway, plain(gateway), [trial]);
  },
};

/** Between what is held in memory and what is written to a file. */
const BEYOND_A_BUFFER_BYTES = 300 * 1024;

/** So many that a gateway that keeps a file where another upload finds it shows. */
const UPLOADS_AT_ONCE = 8;

/**
 * Every byte, each kind of line end, and text that looks like the boundary of the form; then
 * different files at once, for the model that returns their digest.
 */
export const awkwardBytes: Probe<'answer'> = {
  name: 'file-of-awkward-bytes',
  modest: 'no concurrent uploads, so that files that are mixed up are missed',
  async run(gateway) {
    const content = Buffer.concat([
      tone(gateway.nonce(), BEYOND_A_BUFFER_BYTES),
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      Buffer.from(`\r\n--${FORM_BOUNDARY.slice(0, -1)}\r\n--\r\n\n\r--${FORM_BOUNDARY}x\r\n`),
    ]);
    const model = modelFor(gateway.expect.echoModel, operation);
    const upload = (file: Uint8Array) =>
      accepted(transcriptionRequest(gateway.expect, { model, content: file }));
    const uploads = Array.from({ length: repeats(gateway, UPLOADS_AT_ONCE, 0) }, () =>
      upload(tone(gateway.nonce())),
    );
    return [await gateway.send(upload(content)), ...(await atOnce(gateway, uploads))];
  },
};

async function atOnce(
  gateway: ProbeGateway,
  requests: readonly ProbeRequest[],
): Promise<readonly Exchange[]> {
  return requests.length === 0 ? [] : gateway.together(requests);
}

const operation = 'transcription';

function plain(gateway: ProbeGateway): ProbeRequest {
  return transcriptionRequest(gateway.expect, { content: tone(gateway.nonce()) });
}

/** What differs in a form, by a label. */
type Form = readonly [label: string, form: Partial<Multipart>];

/** Forms that differ from a plain one, with a plain one as a control. */
function beside(gateway: ProbeGateway, forms: readonly Form[]): Promise<readonly Series[]> {
  const trials = forms.map(([label, form]) => ({
    label,
    request: transcriptionRequest(gateway.expect, { form }),
  }));
  return withControl(gateway, plain(gateway), trials);
}
