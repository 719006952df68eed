import type { CheckedForm } from '../hooks.ts';
import type { Form, FormPart } from '../http/form.ts';
import type { JsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { bodyDurationMs, type Completion } from '../models/completion.ts';
import { behaviourOf, refuseFailing } from '../models/models.ts';
import { callOf } from '../relay/calls.ts';
import type { Receive } from './handler.ts';

/** POST /audio/transcriptions. */
export const receiveTranscription: Receive = async (gateway, { request }) => {
  const { hooks, settings } = gateway;
  const form = await hooks.receiveForm(request, hooks);
  const { behaviour, digest } = hooks.checkForm(form);
  return {
    fingerprint: hooks.fingerprintForm(form),
    stream: false,
    call: callOf(gateway, request, { operation: 'transcription', bytes: form.bytes, behaviour }),
    produce() {
      refuseFailing(behaviour);
      const texts = { instructions: '', input: digest, echo: digest };
      const prompt = { behaviour, ...texts, seen: [], stream: false };
      const tokens = hooks.generate(prompt);
      return {
        durationMs: bodyDurationMs(behaviour, settings),
        result: () => ({ form: 'body', body: hooks.presentTranscript({ tokens }) }),
      };
    },
  };
};

export function transcriptBody({ tokens }: Pick<Completion, 'tokens'>): JsonObject {
  const usage = { input_tokens: 1, output_tokens: tokens.length, total_tokens: 1 + tokens.length };
  return { text: tokens.join(''), usage };
}

/** Refuses a form without exactly one file and exactly one model; other fields are ignored. */
export function checkForm({ parts }: Form): CheckedForm {
  const files = parts.filter((part) => part.kind === 'file');
  const [file] = files;
  if (file === undefined || files.length > 1 || file.name !== 'file') {
    throw Refusal.badField('file', 'The form must have exactly one file, named file.');
  }
  if (file.sizeBytes === 0) throw Refusal.badField('file', 'The file is empty.');
  return { behaviour: behaviourOf(checkModel(parts)), digest: file.digest };
}

function checkModel(parts: readonly FormPart[]): string {
  const models = parts.filter((part) => part.kind === 'field' && part.name === 'model');
  const [model] = models;
  if (models.length === 1 && model?.kind === 'field' && model.value !== '') return model.value;
  throw Refusal.badField('model', 'The form must have exactly one model that is not empty.');
}
