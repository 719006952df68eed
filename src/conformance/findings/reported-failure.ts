import { failsInBand } from '../../answers/chat-chunks.ts';
import { isJsonObject } from '../../answers/json.ts';
import { narrow, type Stream } from '../../answers/narrow.ts';
import { responseEvents, saysError } from '../../answers/response-events.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** Whether a caller learns that its request failed: by the status, an error event, or a broken stream. */
export function showsFailure(exchange: Exchange): boolean {
  const { answer, outcome } = exchange;
  if (answer === undefined || answer.status >= 400 || outcome !== 'answered') return true;
  const stream = narrow('stream', exchange);
  return stream !== undefined && streamFails(stream);
}

/** Whether a stream reports a failure within. */
export function streamFails(stream: Stream): boolean {
  if (stream.exchange.operation === 'chat') return failsInBand(stream);
  return (
    saysError(stream) ||
    responseEvents(stream).some(({ type }) => type === 'response.failed') ||
    // Its shape is not that of the interface, but clients report it as an error.
    stream.events.some(({ json }) => isJsonObject(json) && (json.error ?? null) !== null)
  );
}
