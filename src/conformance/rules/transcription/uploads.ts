import { isJsonObject, member } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { transcriptFormat } from '../../../answers/sent-body.ts';
import { modelFor } from '../../../contract/models-by-operation.ts';
import { TranscriptionSchema } from '../../../contract/transcription.ts';
import { BODY_NOT_SENT } from '../../../exchange/http/transport-failure.ts';
import { answerRule, seriesRule } from '../../declare.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { emptyFile, noFile, noModel } from '../../probes/refused.ts';
import {
  awkwardBytes,
  brokenForms,
  framedForm,
  largeFiles,
  legalForms,
  noAudio,
  oneTone,
  otherMediaTypes,
  oversizeFiles,
  twoFiles,
  twoModels,
} from '../../probes/transcription.ts';
import { body } from '../../rows/members.ts';
import {
  accepted,
  acceptedToo,
  answeredWith,
  neverAccepted,
  refused,
} from '../../rows/requests.ts';
import { need } from '../../rule.ts';

export const transcriptionShape = body('transcription-shape', {
  level: 'must',
  stated:
    'interface §Transcription response: "text | string", "usage | object"; §Endpoints: "JSON transcription response (application/json)"',
  statement:
    'A transcription answer is application/json with text and usage, unless its request wants a text without JSON.',
  harm: 'A client parses JSON and reads its text: from anything else it gets an error or nothing.',
  provenBy: 'tr-text-plain',
  probe: oneTone,
  schema: TranscriptionSchema,
  schemaFor: (exchange) =>
    transcriptFormat(exchange).endsWith('json') ? TranscriptionSchema : undefined,
  legal: [{ text: '' }, { usage: { seconds: 1 }, language: 'en', segments: [] }],
  illegal: [{ usage: undefined }, { text: null }],
});

export const transcription25mibPlusOne = neverAccepted('transcription-25mib-plus-one', {
  level: 'must',
  stated: 'interface §Limits: "File size | POST /audio/transcriptions | At most 25 MiB"',
  statement: 'A file of 25 MiB and one byte is refused, also if its length is not announced.',
  harm: 'If chunked uploads escape the limit, one caller can fill the memory of the gateway.',
  provenBy: 'tr-limit-content-length-only',
  probe: oversizeFiles,
});

export const transcriptionAccepted = accepted('transcription-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /audio/transcriptions ("multipart/form-data: file, model | JSON transcription response")',
  statement: 'A valid upload of one audio file with a valid key returns 2xx.',
  harm: 'A recording that is sometimes refused is lost, or has to be uploaded again.',
  provenBy: 'tr-403-all',
  probe: oneTone,
});

export const transcriptionEmptyFile = refused('transcription-empty-file', {
  level: 'should',
  assumed: 'OpenAI, 400 for a file that is too short; good sense',
  statement: 'A file of zero bytes is refused.',
  harm: 'A recording that was never written is reported as silence, and the user does not look for it.',
  provenBy: 'tr-empty-200',
  probe: emptyFile,
});

export const transcriptionFormPreamble = acceptedToo('transcription-form-preamble', {
  level: 'should',
  assumed: 'RFC 2046 §5.1.1 (preamble and epilogue are to be ignored)',
  statement: 'Text before the first boundary of a form and after the last one is ignored.',
  harm: 'Few clients write text around their form, but those are refused without a reason.',
  provenBy: 'tr-preamble-400',
  probe: framedForm,
});

export const transcriptionMissingModel = refused('transcription-missing-model', {
  level: 'should',
  assumed:
    'interface §Transcription request; OpenAI OpenAPI 2.3.0, CreateTranscriptionRequest, required [file, model]',
  statement: 'A form without a model, or with an unknown one, is refused.',
  harm: 'A client that forgot the model gets one of another price and quality.',
  provenBy: 'tr-missing-model-200',
  probe: noModel,
});

export const transcriptionMultipartForms = acceptedToo('transcription-multipart-forms', {
  level: 'must',
  assumed: 'RFC 7578 §4.1 to §4.4, §5.1 and §5.2; RFC 2046 §5.1.1',
  statement: 'A form is accepted in every legal encoding that client libraries use.',
  harm: 'Each client library writes its forms in its own way: all clients of one language are refused.',
  provenBy: 'tr-model-must-precede',
  probe: legalForms,
});

export const transcriptionNoAudio = answeredWith('transcription-no-audio', {
  level: 'should',
  assumed: 'RFC 9110 §15.6 (5xx: the server erred); openai-node 6.49.0 retries 5xx',
  statement: 'A file that is not audio returns 4xx or a transcript, never 5xx.',
  harm: 'A user who chose the wrong file sees an outage, and the client uploads the file again.',
  provenBy: 'tr-no-audio-500',
  probe: noAudio,
  allows: (status) => status < 500,
  expected: (_, label) => `no 5xx for ${label}`,
  legal: [200, 400, 415, 422],
  illegal: [500],
});

export const transcriptionNotMultipart = neverAccepted('transcription-not-multipart', {
  level: 'must',
  stated:
    'interface: "All bodies are JSON, except the transcription request, which is multipart/form-data"',
  statement: 'A transcription request in JSON, or in another kind of form, is refused.',
  harm: 'A client that sends its audio in the wrong form gets an answer as if the audio had arrived.',
  provenBy: 'tr-json-accepted',
  probe: otherMediaTypes,
});

export const transcriptionOneModel = refused('transcription-one-model', {
  level: 'should',
  assumed:
    'interface §Transcription request (model, one string); RFC 7578 §4.3 (parts of one name are several values)',
  statement: 'A form with two different models is refused.',
  harm: "The gateway may check the caller's rights for one model, and run and bill the other.",
  provenBy: 'tr-two-models-first-wins',
  probe: twoModels,
});

export const transcriptionTwoFiles = neverAccepted('transcription-two-files', {
  level: 'must',
  stated:
    'interface §Endpoints, rule 3: "The transcription request carries exactly one file"; §Limits: "Number of files | Exactly 1"',
  statement: 'A transcription request with two files is refused, whatever their field names.',
  harm: 'The gateway silently ignores one of two files: half of the speech is missing in the transcript.',
  provenBy: 'tr-two-files-first-wins',
  probe: twoFiles,
});

export const transcriptionZeroFiles = neverAccepted('transcription-zero-files', {
  level: 'must',
  stated:
    'interface §Endpoints, rule 3: "The transcription request carries exactly one file"; §Limits: "Number of files | Exactly 1"',
  statement: 'A transcription request without a file is refused.',
  harm: 'A client that forgot its file gets the transcript of silence, and pays for it.',
  provenBy: 'tr-zero-files-200',
  probe: noFile,
});

export const transcription25mibAccepted = acceptedToo('transcription-25mib-accepted', {
  level: 'must',
  stated:
    'interface §Limits: "File size | POST /audio/transcriptions | At most 25 MiB", of the file and not of the body around it',
  statement: 'A file of exactly 25 MiB is accepted.',
  harm: 'A recording within the limit is refused after the whole upload, and the user has to cut it.',
  provenBy: 'tr-limit-counts-body',
  probe: largeFiles,
});

export const transcriptionOversize413 = seriesRule('transcription-oversize-413', {
  level: 'should',
  assumed: 'RFC 9110 §15.5.14; OpenAI (413); interface §Errors for the wrapper',
  statement: 'An upload that is too large returns 413 with the error wrapper.',
  harm: 'A client that gets the reason shortens its file; one whose connection breaks sends the whole file again.',
  provenBy: 'tr-oversize-html',
  probe: oversizeFiles,
  *judge({ exchanges: [good, large] }) {
    need(
      good && dispositionOf(good) === 'accepted',
      'a valid request to succeed first, as a control',
    );
    need(large && dispositionOf(large) !== 'accepted', 'a file that is not accepted');
    need(large.failure !== BODY_NOT_SENT, 'the file to be sent in time');
    const status = large.answer?.status;
    need(status !== 429 && status !== 503, 'an answer other than "retry later"');

    const answer = narrow('failure', large);
    if (answer?.status !== 413) {
      yield { expected: 'status 413', actual: describeOutcome(large), exchange: large };
    } else if (!isJsonObject(member(answer.json, 'error'))) {
      const actual = `${answer.mediaType}, ${answer.text.slice(0, PREVIEW_CHARACTERS)}`;
      yield { expected: 'the error wrapper in JSON', actual, exchange: large };
    }
  },
});

const PREVIEW_CHARACTERS = 80;

export const transcriptionBrokenMultipart = seriesRule('transcription-broken-multipart', {
  level: 'must',
  assumed: 'RFC 7578 §4.1 (boundary); RFC 2046 §5.1.1 (closing boundary); RFC 9110 §15.5.1',
  statement: 'A form without a boundary parameter, or without its closing boundary, returns 4xx.',
  harm: 'A broken upload without an answer blocks the caller and a connection of the gateway.',
  provenBy: 'tr-truncated-hang',
  probe: brokenForms,
  *judge({ label, exchanges: [good, broken] }) {
    need(good && dispositionOf(good) === 'accepted', 'a valid form to succeed first, as a control');
    need(broken && !saysLater(broken.answer?.status), 'an answer other than "retry later"');
    need(broken.outcome !== 'cut-by-end' && broken.outcome !== 'refused', 'a connection');

    if (dispositionOf(broken) !== 'refused') {
      const actual = describeOutcome(broken);
      yield { expected: `4xx for ${label}`, actual, exchange: broken };
    }
  },
});

function saysLater(status: number | undefined): boolean {
  return status === 429 || status === 503;
}

export const transcriptionBinarySafe = answerRule('transcription-binary-safe', {
  level: 'must',
  assumed: 'RFC 7578 §4.7 (over HTTP a part is binary and has no transfer encoding)',
  statement: 'The bytes of a file reach the model unchanged, also beside other uploads.',
  harm: 'Audio whose bytes change on the way becomes noise in places: words are missing or wrong.',
  provenBy: 'tr-corrupt-crlf',
  needs: ['echoing-model'],
  settings: ['echoModel'],
  probe: awkwardBytes,
  *judge({ exchange, json }, expect) {
    const { body: form } = exchange.request;
    need(form.kind === 'multipart', 'a form');
    const model = form.fields.find(([name]) => name === 'model')?.[1];
    const [file] = form.files;
    const echo = modelFor(expect.echoModel, 'transcription');
    need(file && model === echo, 'a file for the model that returns its digest');
    const text = member(json, 'text');
    need(typeof text === 'string', 'an answer with text');

    if (text !== file.sha256) {
      yield { expected: `SHA-256 ${file.sha256}`, actual: text.slice(0, 80), where: 'text' };
    }
  },
});
