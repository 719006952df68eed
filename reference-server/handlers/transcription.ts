import type { CheckedForm } from '../hooks.ts';
import type { Form, FormPart } from '../http/form.ts';
import { Refusal } from '../http/refusal.ts';
import { bodyDurationMs } from '../models/completion.ts';
import { behaviourOf, refuseFailing } from '../models/models.ts';
import { mediaTypeOf, TRANSCRIPT_FORMATS } from '../models/transcript.ts';
import { callOf } from '../relay/calls.ts';
import type { Receive } from './handler.ts';

/** POST /audio/transcriptions. */
export const receiveTranscription: Receive = async (gateway, { request }) => {
  const { hooks, settings } = gateway;
  const form = await hooks.receiveForm(request, hooks);
  const { behaviour, digest, format, timed } = hooks.checkForm(form);
  return {
    fingerprint: hooks.fingerprintForm(form),
    stream: false,
    call: callOf(gateway, request, {
      operation: 'transcription',
      bytes: form.bytes,
      behaviour,
      isText: format !== 'json' && format !== 'verbose_json',
    }),
    produce() {
      refuseFailing(behaviour);
      const texts = { instructions: '', input: digest, echo: digest };
      const prompt = { behaviour, ...texts, seen: [], stream: false };
      const tokens = hooks.generate(prompt);
      return {
        durationMs: bodyDurationMs(behaviour, settings),
        result() {
          const transcript = { tokens, format, timed };
          const text = hooks.writeTranscript(transcript);
          return text === undefined
            ? { form: 'body', body: hooks.presentTranscript(transcript) }
            : { form: 'body', body: text, type: mediaTypeOf(format) };
        },
      };
    },
  };
};

/** Refuses a form without exactly one file and exactly one model; other fields are ignored. */
export function checkForm({ parts }: Form): CheckedForm {
  const files = parts.filter((part) => part.kind === 'file');
  const [file] = files;
  if (file === undefined || files.length > 1 || file.name !== 'file') {
    throw Refusal.badField('file', 'The form must have exactly one file, named file.');
  }
  if (file.sizeBytes === 0) throw Refusal.badField('file', 'The file is empty.');
  return {
    behaviour: behaviourOf(checkModel(parts)),
    digest: file.digest,
    format: checkFormat(parts),
    timed: checkGranularities(parts),
  };
}

function checkFormat(parts: readonly FormPart[]): CheckedForm['format'] {
  const [wanted = 'json'] = valuesOf(parts, 'response_format');
  const format = TRANSCRIPT_FORMATS.find((each) => each === wanted);
  if (format !== undefined) return format;
  const all = TRANSCRIPT_FORMATS.join(', ');
  throw Refusal.badField('response_format', `response_format must be one of ${all}.`);
}

const GRANULARITY = 'timestamp_granularities[]';

function checkGranularities(parts: readonly FormPart[]): readonly string[] {
  const wanted = valuesOf(parts, GRANULARITY);
  if (wanted.length === 0) return ['segment'];
  if (wanted.every((each) => each === 'segment' || each === 'word')) return wanted;
  throw Refusal.badField(GRANULARITY, `${GRANULARITY} must be segment or word.`);
}

function valuesOf(parts: readonly FormPart[], name: string): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'field' && part.name === name ? part.value : []));
}

function checkModel(parts: readonly FormPart[]): string {
  const models = parts.filter((part) => part.kind === 'field' && part.name === 'model');
  const [model] = models;
  if (models.length === 1 && model?.kind === 'field' && model.value !== '') return model.value;
  throw Refusal.badField('model', 'The form must have exactly one model that is not empty.');
}
