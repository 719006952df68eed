import { transcriptFormat } from '../../answers/sent-body.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import { TRANSCRIPT_FIELDS, type TRANSCRIPT_FORMATS } from '../../contract/transcription.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Difference } from '../requests/difference.ts';
import {
  accepted,
  FORM_BOUNDARY,
  legal,
  tone,
  transcriptionRequest,
  withParts,
} from '../requests/plain.ts';
import {
  brokenForms as brokenFormsOf,
  FRAMED_FORM,
  LEGAL_FORMS,
  largestFiles,
  NO_AUDIO,
  otherUploads,
  oversizeFiles as oversizeFilesOf,
  TWO_FILES,
  TWO_MODELS,
} from '../requests/uploads.ts';
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

/** Uploads that differ so. */
function differing(
  facts: Pick<Probe, 'name' | 'alone' | 'modest'>,
  differences: (gateway: ProbeGateway) => readonly Difference[],
): Probe<'series'> {
  return uploads(facts, (gateway) =>
    Object.fromEntries(
      differences(gateway).map(({ name, expected, of }) => {
        const request = of(plain(gateway));
        return [name, expected === 'accepted' ? legal(request) : request];
      }),
    ),
  );
}

/** Forms with two files, under each pair of names that clients use. */
export const twoFiles = differing({ name: 'forms-with-two-files' }, () => TWO_FILES);

/** A form whose file is a text with the name and the media type of audio. */
export const noAudio = differing({ name: 'form-with-a-file-that-is-no-audio' }, () => [NO_AUDIO]);

/** Forms with two models, one of them unknown, in both orders. */
export const twoModels = differing({ name: 'forms-with-two-models' }, () => TWO_MODELS);

/** Forms without a model, and with two. */
export const oddModels: Probe<'series'> = {
  name: 'forms-without-one-model',
  async run(gateway) {
    return [...(await noModel.run(gateway)), ...(await twoModels.run(gateway))];
  },
};

/** A form without a boundary parameter, and one that ends before its closing boundary. */
export const brokenForms = differing({ name: 'broken-forms' }, ({ expect }) =>
  brokenFormsOf(expect),
);

/** The same request as JSON and as the other kind of form. */
export const otherMediaTypes = differing(
  { name: 'transcription-without-multipart' },
  ({ expect }) => otherUploads(expect),
);

/** Forms in every legal encoding that clients use. */
export const legalForms = differing(
  { name: 'forms-in-legal-spellings', modest: '2 forms instead of 11' },
  (gateway) => fewer(gateway, LEGAL_FORMS, 2),
);

/** A form with text before its first boundary and after its last. */
export const framedForm = differing({ name: 'form-with-text-around-it' }, () => FRAMED_FORM);

/**
 * The largest legal file, and one that is too large only for a gateway that takes MB for MiB. A
 * model that returns their digest shows whether they arrived byte for byte.
 */
export const largeFiles: Probe<'series'> = {
  name: 'largest-files',
  alone: true,
  async run(gateway) {
    const model = modelFor(gateway.expect.echoModel, operation);
    const sizes = await sequentially(largestFiles(gateway.expect), ({ name: label, of }) => {
      const request = legal(of(transcriptionRequest(gateway.expect, { model })));
      return withControl(gateway, plain(gateway), [{ label, request }]);
    });
    return sizes.flat();
  },
};

/** A file of one byte too many, with its length announced and in chunks. */
export const oversizeFiles = differing(
  { name: 'files-of-one-byte-too-many', alone: true },
  ({ expect }) => oversizeFilesOf(expect),
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
