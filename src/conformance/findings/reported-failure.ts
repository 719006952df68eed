import { errorEvents, failsInBand } from '../../answers/failures/error-events.ts';
import { narrow, type Stream } from '../../answers/narrow.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
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

/** After these, the upstream has not written a whole answer in the form that was requested. */
const UNUSABLE: readonly UpstreamFailure[] = [
  'reset-before-headers',
  'silence',
  'fin-after',
  'rst-after',
  'no-done',
  'no-finish',
  'error-event',
  'malformed-json',
  'html',
  'empty',
];

/** Whether the upstream failed, on purpose: a gateway has nothing from which to make a good answer. */
export function isUnusable({ failure, answer: { status } }: UpstreamExchange): boolean {
  return (
    (status !== undefined && !isSuccess({ status })) || UNUSABLE.some((kind) => kind === failure)
  );
}
