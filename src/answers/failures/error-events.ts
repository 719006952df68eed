import { reportsError } from '../../contract/error.ts';
import type { StreamEvent } from '../../exchange/sse.ts';
import { memoizeLast } from '../memo-last.ts';
import type { Stream } from '../narrow.ts';

/** The events of a stream that report a failure, wherever they stand. */
export const errorEvents = memoizeLast((stream: Stream): readonly StreamEvent[] =>
  stream.events.filter(({ json, type }) => reportsError(json, type)),
);

/** Whether the stream reports a failure, which changes how it may end. */
export function failsInBand(stream: Stream): boolean {
  return errorEvents(stream).length > 0;
}

/** The events after the first that reports a failure; none where none does. */
export function eventsAfterError(stream: Stream): readonly StreamEvent[] {
  const [error] = errorEvents(stream);
  return error === undefined ? [] : stream.events.slice(stream.events.indexOf(error) + 1);
}
