import { errorEvents, failsInBand } from '../../answers/failures/error-events.ts';
import { narrow, type Stream } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Finding } from '../rule.ts';

/** Whether a caller learns that its request failed: by the status, an error event, or a broken stream. */
export function showsFailure(exchange: Exchange): boolean {
  const { answer, outcome } = exchange;
  if (answer === undefined || answer.status >= 400 || outcome !== 'answered') return true;
  const stream = narrow('stream', exchange);
  return stream !== undefined && failsInBand(stream);
}

/** The finding where the stream of a valid request reports a failure, which is a refusal with 200. */
export function* refusedInBand(stream: Stream): Generator<Finding> {
  const [error] = errorEvents(stream);
  if (error === undefined || stream.exchange.expected !== 'accepted') return;
  yield { expected: 'a stream without an error', actual: error.data, atMs: error.atMs };
}
