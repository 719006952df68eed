import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { rateLimitEveryNth } from '../rate-limit-every-nth.ts';

const OTHER = 'Session realm="reference, for \\"Bearer\\" error=1", error="no_session"';

const SCOPE = 'scope="chat images"';

const INTERVAL_MS = 5;

const PATIENCE_MS = 30_000;

const ENDS = 4;

export const refusalsVariants: readonly Alteration[] = [
  {
    id: 'challenge-details',
    summary: 'A challenge offers another scheme too, and has parameters with commas.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const challenge = refusal.headers['www-authenticate'];
        if (challenge === undefined) return presentRefusal(refusal, context);
        const all = `${OTHER}, ${challenge}, ${SCOPE}`;
        const headers = { ...refusal.headers, 'www-authenticate': all };
        return presentRefusal(refusal.with({ headers }), context);
      },
    }),
  },
  {
    id: 'error-details',
    summary: 'An error has more than its four fields: status, URL of a manual, nested details.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const answer = presentRefusal(refusal, context);
        const { body } = answer;
        if (!isJsonObject(body) || !isJsonObject(body.error)) return answer;
        const more = {
          status: answer.status,
          doc_url: 'https://docs.invalid/errors.html#codes',
          request_id: 'req_7',
          details: [{ loc: ['body', 'model'], reason: null }],
        };
        return { ...answer, body: { ...body, error: { ...more, ...body.error } } };
      },
    }),
  },
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
  {
    id: 'keys-of-all-operations',
    summary: 'An Idempotency-Key that one operation has used is refused by the others.',
    hooks: ({ nameRecord }) => ({
      nameRecord: (retryable) => nameRecord({ ...retryable, operation: 'chat' }),
    }),
  },
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
  {
    id: 'media-type-400',
    summary: 'A wrong media type returns 400 instead of 415.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const media = refusal.status === 415;
        return presentRefusal(media ? refusal.with({ status: 400 }) : refusal, context);
      },
    }),
  },
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
  {
    id: 'status-422',
    summary: 'An invalid field returns 422 instead of 400.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const field = refusal.status === 400 && refusal.param !== null;
        return presentRefusal(field ? refusal.with({ status: 422 }) : refusal, context);
      },
    }),
  },
  {
    id: 'unknown-model-400',
    summary: 'An unknown model returns 400 instead of 404.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const isModel = refusal.code === 'model_not_found';
        return presentRefusal(isModel ? refusal.with({ status: 400 }) : refusal, context);
      },
    }),
  },
  {
    id: 'unknown-video-400',
    summary: 'An unknown video job returns 400 instead of 404.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const isJob = refusal.code === 'video_not_found';
        return presentRefusal(isJob ? refusal.with({ status: 400 }) : refusal, context);
      },
    }),
  },
];

/** The next full second as an HTTP date, which has no smaller unit. */
function soon(): string {
  return new Date(Math.ceil(Date.now() / 1000) * 1000).toUTCString();
}

function mask(key: string): string {
  return `${key.slice(0, ENDS)}${'*'.repeat(key.length)}${key.slice(-ENDS)}`;
}
