import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { editsFailures, editsRefusals } from '../edits/answers.ts';
import { keepsAs } from '../edits/requests.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { rateLimitEveryNth } from '../rate-limit-every-nth.ts';

const OTHER = 'Session realm="reference, for \\"Bearer\\" error=1", error="no_session"';

const SCOPE = 'scope="chat images"';

const DETAILS = {
  doc_url: 'https://docs.invalid/errors.html#codes',
  request_id: 'req_7',
  details: [{ loc: ['body', 'model'], reason: null }],
};

const INTERVAL_MS = 5;

const PATIENCE_MS = 30_000;

const ENDS = 4;

export const refusalsVariants: readonly Alteration[] = [
  editsRefusals(
    'challenge-details',
    'A challenge offers another scheme too, and has parameters with commas.',
    (refusal) => {
      const challenge = refusal.headers['www-authenticate'];
      if (challenge === undefined) return refusal;
      const all = `${OTHER}, ${challenge}, ${SCOPE}`;
      return refusal.with({ headers: { ...refusal.headers, 'www-authenticate': all } });
    },
  ),
  editsFailures(
    'error-details',
    'An error has more than its four fields: status, URL of a manual, nested details.',
    (answer) => {
      const { body, status } = answer;
      if (!isJsonObject(body) || !isJsonObject(body.error)) return answer;
      return { ...answer, body: { ...body, error: { status, ...DETAILS, ...body.error } } };
    },
  ),
  {
    id: 'in-flight-waits',
    summary: 'A retry in flight waits for the result of the first request.',
    hooks: ({ claim }) => ({
      async claim(retryable, steps) {
        const giveUpMs = performance.now() + PATIENCE_MS;
        for (;;) {
          try {
            return await claim(retryable, steps);
          } catch (error) {
            const inFlight = error instanceof Refusal && error.code === 'idempotency_in_flight';
            if (!inFlight || performance.now() > giveUpMs) throw error;
            await sleep(INTERVAL_MS);
          }
        }
      },
    }),
  },
  keepsAs(
    'keys-of-all-operations',
    'An Idempotency-Key that one operation has used is refused by the others.',
    (retryable) => ({ ...retryable, operation: 'chat' }),
  ),
  {
    id: 'limited-by-date',
    summary: 'One of twenty billable requests returns 429, with a date in Retry-After.',
    hooks: ({ limit }) => ({ limit: rateLimitEveryNth(limit, soon) }),
  },
  {
    id: 'masked-key',
    summary: 'The refusal of an unknown key shows its first and last four characters.',
    hooks({ authorize, presentRefusal }) {
      const shown = new WeakMap<object, string>();
      return {
        authorize(caller) {
          try {
            return authorize(caller);
          } catch (error) {
            const key = caller.authorization?.split(' ').at(-1) ?? '';
            if (error instanceof Error && key !== '') shown.set(error, mask(key));
            throw error;
          }
        },
        presentRefusal(refusal, context) {
          const key = shown.get(refusal);
          const message = `Incorrect API key provided: ${key}. See https://docs.invalid/keys.`;
          return presentRefusal(key === undefined ? refusal : refusal.with({ message }), context);
        },
      };
    },
  },
  editsRefusals('media-type-400', 'A wrong media type returns 400 instead of 415.', (refusal) =>
    refusal.status === 415 ? refusal.with({ status: 400 }) : refusal,
  ),
  {
    id: 'message-details',
    summary: 'The message of each failure has its own request id and time.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const when = new Date().toISOString();
        const message = `${refusal.message}\n(${context.method}; request id: ${randomUUID()}; ${when})`;
        return presentRefusal(refusal.with({ message }), context);
      },
    }),
  },
  {
    id: 'rate-limited',
    summary: 'One of twenty billable requests returns 429 with Retry-After.',
    hooks: ({ limit }) => ({ limit: rateLimitEveryNth(limit, () => '0') }),
  },
  editsRefusals('status-422', 'An invalid field returns 422 instead of 400.', (refusal) =>
    refusal.status === 400 && refusal.param !== null ? refusal.with({ status: 422 }) : refusal,
  ),
  editsRefusals('unknown-model-400', 'An unknown model returns 400 instead of 404.', (refusal) =>
    refusal.code === 'model_not_found' ? refusal.with({ status: 400 }) : refusal,
  ),
  editsRefusals(
    'unknown-video-400',
    'An unknown video job returns 400 instead of 404.',
    (refusal) => (refusal.code === 'video_not_found' ? refusal.with({ status: 400 }) : refusal),
  ),
];

/** The next full second as an HTTP date, which has no smaller unit. */
function soon(): string {
  return new Date(Math.ceil(Date.now() / 1000) * 1000).toUTCString();
}

function mask(key: string): string {
  return `${key.slice(0, ENDS)}${'*'.repeat(key.length)}${key.slice(-ENDS)}`;
}
