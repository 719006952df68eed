import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { editsRefusals, refuses } from '../edits/answers.ts';
import { editMember } from '../edits/json.ts';
import { after, alters, before, rescues } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

const OTHER = 'Session realm="reference, for \\"Bearer\\" error=1", error="no_session"';

const SCOPE = 'scope="chat images"';

const DETAILS = {
  doc_url: 'https://docs.invalid/errors.html#codes',
  request_id: 'req_7',
  details: [{ loc: ['body', 'model'], reason: null }],
};

const PATIENCE_MS = 30_000;

const ENDS = 4;

/** One of this number of requests. */
const SHARE = 20;

export const refusalsVariants: Alterations = {
  'challenge-details': editsRefusals(
    'A challenge offers another scheme too, and has parameters with commas.',
  )((refusal) => {
    const challenge = refusal.headers['www-authenticate'];
    if (challenge === undefined) return refusal;
    const all = `${OTHER}, ${challenge}, ${SCOPE}`;
    return refusal.with({ headers: { ...refusal.headers, 'www-authenticate': all } });
  }),
  'error-details': after('presentRefusal')(
    'An error has more than its four fields: status, URL of a manual, nested details.',
  )((answer) => {
    const { body, status } = answer;
    if (!isJsonObject(body)) return answer;
    const detailed = editMember(body, 'error', (error) => ({ status, ...DETAILS, ...error }));
    return { ...answer, body: detailed };
  }),
  'formats-refused': alters(
    'Transcripts without JSON or with times, and formats of images, are refused.',
  )(({ checkForm, checkImages }) => ({
    checkForm(form) {
      const checked = checkForm(form);
      if (checked.format === 'json') return checked;
      throw Refusal.badField('response_format', 'response_format must be json.');
    },
    checkImages(body) {
      if (body.output_format === undefined) return checkImages(body);
      throw Refusal.badField('output_format', 'output_format is not supported.');
    },
  })),
  'in-flight-waits': alters('A retry in flight waits for the result of the first request.')(
    ({ claim }) => ({
      async claim(retryable, steps) {
        const giveUpMs = performance.now() + PATIENCE_MS;
        for (;;) {
          try {
            return await claim(retryable, steps);
          } catch (error) {
            const inFlight = error instanceof Refusal && error.code === 'idempotency_in_flight';
            if (!inFlight || performance.now() > giveUpMs) throw error;
            await sleep(5);
          }
        }
      },
    }),
  ),
  'keys-of-all-operations': before('nameRecord')(
    'An Idempotency-Key that one operation has used is refused by the others.',
  )((retryable) => [{ ...retryable, operation: 'chat' }]),
  'limited-by-date': refuses(
    undefined,
    SHARE,
  )('One of twenty billable requests returns 429, with a date in Retry-After.')(() =>
    Refusal.limited(soon()),
  ),
  'masked-key': rescues('authorize')(
    'The refusal of an unknown key shows its first and last four characters.',
  )((refusal, { authorization }) => {
    const key = authorization?.split(' ').at(-1) ?? '';
    if (key === '') throw refusal;
    const shown = `Incorrect API key provided: ${mask(key)}.`;
    throw refusal.with({ message: `${shown} See https://docs.invalid/keys.` });
  }),
  'media-type-400': returns400('unsupported_media_type')(
    'A wrong media type returns 400 instead of 415.',
  ),
  'message-details': editsRefusals('The message of each failure has its own request id and time.')(
    (refusal) => {
      const when = new Date().toISOString();
      const message = `${refusal.message}\n(request id: ${randomUUID()}; ${when})`;
      return refusal.with({ message });
    },
  ),
  'rate-limited': refuses(
    undefined,
    SHARE,
  )('One of twenty billable requests returns 429 with Retry-After.')(() => Refusal.limited('0')),
  'status-422': editsRefusals('An invalid field returns 422 instead of 400.')((refusal) =>
    refusal.status === 400 && refusal.param !== null ? refusal.with({ status: 422 }) : refusal,
  ),
  'unknown-model-400': returns400('model_not_found')(
    'An unknown model returns 400 instead of 404.',
  ),
  'unknown-video-400': returns400('video_not_found')(
    'An unknown video job returns 400 instead of 404.',
  ),
};

/** Refusals with this code have another status. */
function returns400(code: string) {
  return (summary: string): Alteration =>
    editsRefusals(summary)((refusal) =>
      refusal.code === code ? refusal.with({ status: 400 }) : refusal,
    );
}

/** The next full second as an HTTP date, which has no smaller unit. */
function soon(): string {
  return new Date(Math.ceil(Date.now() / 1000) * 1000).toUTCString();
}

function mask(key: string): string {
  return `${key.slice(0, ENDS)}${'*'.repeat(key.length)}${key.slice(-ENDS)}`;
}
