import { dig } from '../support/dig.ts';
import {
  FORM,
  field,
  file,
  form,
  largeForm,
  largeFormBytes,
  MODEL_PART,
  upload,
} from '../support/upload.ts';
import { note, type Tour, within } from './tour.ts';

const OTHER_MODEL = field('model', 'no-such-model');
const LIMIT = 25 * 1024 * 1024;

export const tourTranscription: Tour = async (gateway) => {
  const post = (body: Buffer, contentType = FORM) =>
    within(2000, upload(gateway, { contentType, body: [body] }));
  return [
    await note(gateway, '/audio/transcriptions', { body: audio(4) }),
    await post(form(file('a\r\nb'), MODEL_PART)),
    await post(form(MODEL_PART)),
    await post(form(MODEL_PART, file('a'), file('b'))),
    await post(form(MODEL_PART, file(''))),
    await post(form(file('a'))),
    await post(form(MODEL_PART, OTHER_MODEL, file('a'))),
    await post(Buffer.concat([Buffer.from('preamble\r\n'), form(MODEL_PART, file('a'))])),
    await post(form(MODEL_PART, file('a')).subarray(0, -8)),
    await post(Buffer.from('{"model":"ref-echo"}'), 'application/json'),
  ];
};

/** Files about as large as the limit: each takes as long as the whole other tour. */
export const tourLargeFiles: Tour = async (gateway) => {
  const large = async (sizeBytes: number, stated: object) => {
    const sent = { contentType: FORM, body: largeForm(sizeBytes), ...stated };
    return dig(await upload(gateway, sent), 'status');
  };
  return [
    await note(gateway, '/audio/transcriptions', { body: audio(LIMIT + 1) }),
    await large(LIMIT, { contentLength: largeFormBytes(LIMIT) }),
    await large(LIMIT + 1, {}),
  ];
};

function audio(sizeBytes: number): FormData {
  const sent = new FormData();
  sent.set('model', 'ref-echo');
  sent.set('file', new Blob([new Uint8Array(sizeBytes)]), 'a.wav');
  return sent;
}
