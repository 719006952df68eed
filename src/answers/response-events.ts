import type { StreamEvent } from '../exchange/sse.ts';
import { isJsonObject, type JsonObject, textOf } from './json.ts';
import { memoizeLast } from './memo-last.ts';
import type { Stream } from './narrow.ts';

/** One event of a responses stream that names its type, whatever its shape. */
export interface ResponseEvent {
  readonly event: StreamEvent;
  readonly type: string;
  readonly json: JsonObject;
}

/** The events in order, without [DONE] and events that have no type. */
export const responseEvents = memoizeLast((stream: Stream): readonly ResponseEvent[] => {
  const events: ResponseEvent[] = [];
  for (const event of stream.events) {
    const { json } = event;
    if (isJsonObject(json) && typeof json.type === 'string') {
      events.push({ event, type: json.type, json });
    }
  }
  return events;
});

/** The response that `response.completed` carries; undefined without one. */
export function completedResponse(stream: Stream): JsonObject | undefined {
  const completed = responseEvents(stream).find(({ type }) => type === 'response.completed');
  const response = completed?.json.response;
  return isJsonObject(response) ? response : undefined;
}

/** The joined texts of a member of all events of a type. */
export function joinedText(stream: Stream, name: string, text: string): string {
  return responseEvents(stream)
    .filter(({ type }) => type === name)
    .map(({ json }) => textOf(json[text]))
    .join('');
}

/** The text of all output-text deltas. */
export function responseStreamText(stream: Stream): string {
  return joinedText(stream, 'response.output_text.delta', 'delta');
}
