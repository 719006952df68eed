import { member } from '../json.ts';
import type { Answer, Stream } from '../narrow.ts';
import { errorEvents } from './error-events.ts';

/** Reports show no more than the start of a failure. */
const READ_CHARACTERS = 16_384;

/**
 * How a gateway describes a failure: the body of an answer with status 400 or above, the `error` of
 * a failed job or response, or the events of a stream that carry an error. Undefined without one.
 */
export function failureText(reply: Answer | Stream): string | undefined {
  const text = reply.form === 'stream' ? inEvents(reply) : inBody(reply);
  return text === '' ? undefined : text?.slice(0, READ_CHARACTERS);
}

function inBody({ status, text, json }: Answer): string | undefined {
  if (status >= 400) return text;
  const error = member(json, 'error') ?? null;
  return error === null ? undefined : JSON.stringify(error);
}

function inEvents(stream: Stream): string {
  return errorEvents(stream)
    .map(({ data }) => data)
    .join('\n');
}
