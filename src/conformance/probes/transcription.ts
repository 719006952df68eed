import { transcriptFormat } from '../../answers/sent-body.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import {
  FILE_MAXIMUM_BYTES,
  TRANSCRIPT_FIELDS,
  type TRANSCRIPT_FORMATS,
} from '../../contract/transcription.ts';
import type { Multipart } from '../../exchange/multipart.ts';
import { sharedWav } from '../../exchange/wav.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import {
  accepted,
  FORM_BOUNDARY,
  filePart,
  legal,
  modelPart,
  tone,
  transcriptionRequest,
  unhurried,
  withParts,
} from '../requests/plain.ts';
import { needSeen, type Probe } from '../rule.ts';
import { noModel } from './refused.ts';
import { withAllParameters } from './relay/requests.ts';
import {
  fewer,
  type LabelledRequest,
  repeated,
  sequentially,
  takenOf,
  withControl,
} from './trials.ts';

const operation = 'transcription';

/** One second of a tone. */
export const oneTone: Probe<'answer'> = {
  name: 'one-tone',
  async run(gateway) {
    return [await gateway.control(accepted(transcriptionRequest(gateway.expect)))];
  },
};

/** Transcripts in the formats without JSON. */
export const plainTranscripts = transcripts(
  {
    name: 'transcripts-without-json',
    modest: '2 of 3 formats: srt and text; none beside an upstream',
  },
  [{ format: 'srt' }, { format: 'text' }, { format: 'vtt' }],
  2,
);

/** Transcripts with the times of segments, and of words too. */
export const verboseTranscripts = transcripts(
  { name: 'transcripts-with-times', modest: '1 of 2 transcripts, without times of words' },
  [{ format: 'verbose_json' }, { format: 'verbose_json', granularities: ['segment', 'word'] }],
  1,
);

interface AskedTranscript {
  readonly format: (typeof TRANSCRIPT_FORMATS)[number];
  readonly granularities?: readonly string[];
}

/** Transcripts as each request wants them, of those that the gateway does not refuse. */
function transcripts(
  facts: Pick<Probe, 'name' | 'modest'>,
  all: readonly AskedTranscript[],
  modest: number,
): Probe<'answer'> {
  return {
    ...facts,
    async run(gateway) {
      const sent =
        (await withAllParameters(gateway, operation)) ??
        (await sequentially(fewer(gateway, all, modest), (asked) =>
          gateway.send(transcriptAs(gateway, asked)),
        ));
      const taken = takenOf(sent, TRANSCRIPT_FIELDS.format).filter((exchange) =>
        all.some(({ format }) => format === transcriptFormat(exchange)),
      );
      needSeen(taken.length > 0, `a transcript as ${all[0]?.format}`);
      return taken;
    },
  };
}

function transcriptAs(
  gateway: ProbeGateway,
  { format, granularities = [] }: AskedTranscript,
): ProbeRequest {
  const fields = [
    { name: TRANSCRIPT_FIELDS.format, value: format },
    ...granularities.map((value) => ({ name: TRANSCRIPT_FIELDS.granularity, value })),
  ];
  const request = transcriptionRequest(gateway.expect, { content: tone(gateway.nonce()) });
  return legal(withParts(request, (part) => (part.name === 'model' ? [part, ...fields] : [part])));
}

/** Uploads by a label, each beside a plain one. */
function uploads(
  facts: Pick<Probe, 'name' | 'alone' | 'modest'>,
  requests: (gateway: ProbeGateway) => Readonly<Record<string, ProbeRequest>>,
): Probe<'series'> {
  return {
    ...facts,
    run(gateway) {
      const trials = Object.entries(requests(gateway)).map(([label, request]): LabelledRequest => {
        return { label, request };
      });
      return withControl(gateway, plain(gateway), trials);
    },
  };
}

function plain(gateway: ProbeGateway): ProbeRequest {
  return transcriptionRequest(gateway.expect, { content: tone(gateway.nonce()) });
}

/** What differs in a form, by a label. */
type Forms = Readonly<Record<string, Partial<Multipart>>>;

/** Uploads whose forms differ. */
function forms(name: string, of: (gateway: ProbeGateway) => Forms): Probe<'series'> {
  return uploads({ name }, (gateway) => requestsOf(gateway, of(gateway)));
}

function requestsOf({ expect }: ProbeGateway, each: Forms): Readonly<Record<string, ProbeRequest>> {
  return Object.fromEntries(
    Object.entries(each).map(([label, form]) => [label, transcriptionRequest(expect, { form })]),
  );
}

/** Forms with two files, under each pair of names that clients use. */
export const twoFiles = forms('forms-with-two-files', (gateway) => {
  const model = modelPart(gateway.expect.transcriptionModel);
  const [one, other] = [tone(gateway.nonce()), tone(gateway.nonce())] as const;
  const named = (first: string, second: string) => ({
    parts: [model, filePart(one, first), filePart(other, second)],
  });
  return {
    'two parts named file': named('file', 'file'),
    'two parts named file[]': named('file[]', 'file[]'),
    'a file and another one named audio': named('file', 'audio'),
  };
});

/** A form whose file is a text with the name and the media type of audio. */
export const noAudio = uploads({ name: 'form-with-a-file-that-is-no-audio' }, (gateway) => {
  const text = `This is a text, and no audio: ${gateway.nonce()}.\n`.repeat(64);
  const request = transcriptionRequest(gateway.expect, { content: Buffer.from(text) });
  return { 'a file that is not audio': { ...request, mayBeCharged: true } };
});

/**
 * Forms with two models, one of them unknown, in both orders: whichever the gateway uses, it is
 * known once.
 */
export const twoModels = forms('forms-with-two-models', (gateway) => {
  const known = modelPart(gateway.expect.transcriptionModel);
  const unknown = modelPart(`no-such-model-${gateway.nonce()}`);
  const file = filePart(tone(gateway.nonce()));
  return {
    'a model, then another one': { parts: [known, unknown, file] },
    'another model, then the model': { parts: [unknown, known, file] },
  };
});

/** Forms without a model, and with two. */
export const oddModels: Probe<'series'> = {
  name: 'forms-without-one-model',
  async run(gateway) {
    return [...(await noModel.run(gateway)), ...(await twoModels.run(gateway))];
  },
};

/** A form without a boundary parameter, and one that ends before its closing boundary. */
export const brokenForms = uploads({ name: 'broken-forms' }, (gateway) => {
  const part = `Content-Disposition: form-data; name="model"\r\n\r\n${gateway.expect.transcriptionModel}`;
  const text = `--${FORM_BOUNDARY}\r\n${part}\r\n--${FORM_BOUNDARY}--\r\n`;
  return {
    'a form without a boundary parameter': {
      operation,
      body: { text, type: 'multipart/form-data' },
    },
    ...requestsOf(gateway, { 'a truncated form': { unclosed: true } }),
  };
});

/** The same request as JSON and as the other kind of form. */
export const otherMediaTypes = uploads({ name: 'transcription-without-multipart' }, (gateway) => {
  const { transcriptionModel: model } = gateway.expect;
  const file = Buffer.from(tone()).toString('base64');
  const text = new URLSearchParams({ model, file }).toString();
  return {
    JSON: { operation, body: { json: { model, file } } },
    'a urlencoded form': { operation, body: { text, type: 'application/x-www-form-urlencoded' } },
  };
});

/** Forms in every legal encoding that clients use. */
export const legalForms = uploads(
  { name: 'forms-in-legal-spellings', modest: '2 forms instead of 11' },
  (gateway) => {
    const model = modelPart(gateway.expect.transcriptionModel);
    const content = tone(gateway.nonce());
    const file = filePart(content);
    const named = (filename: string) => ({
      parts: [model, { name: 'file', filename, type: 'audio/wav', content }],
    });
    const all = requestsOf(gateway, {
      'a model after the file': { parts: [file, model] },
      'a boundary in quotes': { boundary: 'assay: a form?' },
      'a boundary of 70 characters': { boundary: FORM_BOUNDARY.padEnd(70, '0123456789') },
      'a filename that is not ASCII': named('Gespräch – 会話.wav'),
      'a filename with quotes': named('a "good" one.wav'),
      'a file without Content-Type': { parts: [model, { ...file, type: '' }] },
      'a filename with a semicolon': named('one; two.wav'),
      'names without quotes': { partHeads: 'tokens' },
      'headers of parts in lower case': { partHeads: 'lower-case' },
      'a media type in capitals': { mediaType: 'Multipart/Form-Data' },
      'an unknown part': { parts: [model, { name: 'assay_note', value: 'none' }, file] },
    });
    const some = fewer(gateway, Object.entries(all), 2);
    return Object.fromEntries(some.map(([label, request]) => [label, legal(request)]));
  },
);

/** A form with text before its first boundary and after its last. */
export const framedForm = uploads({ name: 'form-with-text-around-it' }, ({ expect }) => {
  const form = { preamble: 'Ignore this.', epilogue: 'And this.\r\n' };
  return { 'a preamble and an epilogue': legal(transcriptionRequest(expect, { form })) };
});

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
      const label = `a file of ${sizeBytes} bytes`;
      const trial = { label, request: unhurried(legal(request), gateway) };
      return withControl(gateway, plain(gateway), [trial]);
    });
    return sizes.flat();
  },
};

/** A file of one byte too many, with its length announced and in chunks. */
export const oversizeFiles = uploads(
  { name: 'files-of-one-byte-too-many', alone: true },
  (gateway) => {
    const content = sharedWav(FILE_MAXIMUM_BYTES + 1);
    const upload = (form: Partial<Multipart>) =>
      unhurried(transcriptionRequest(gateway.expect, { content, form }), gateway);
    return {
      [`${content.length} bytes with Content-Length`]: upload({}),
      [`${content.length} bytes in chunks`]: upload({ chunked: true }),
    };
  },
);

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
    const first = await gateway.send(upload(content));
    const others = repeated(gateway, UPLOADS_AT_ONCE, 0, () => upload(tone(gateway.nonce())));
    return [first, ...(others.length === 0 ? [] : await gateway.together(others))];
  },
};
