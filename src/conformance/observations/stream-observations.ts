import { chatChunks } from '../../answers/chat-chunks.ts';
import { errorEvents } from '../../answers/failures/error-events.ts';
import { isJsonObject, member } from '../../answers/json.ts';
import { narrow, type Stream } from '../../answers/narrow.ts';
import { responseEvents } from '../../answers/response-events.ts';
import { DONE } from '../../contract/stream-events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Observation } from '../behaviour.ts';
import { DELTAS_TO_SHOW_PACE, SPREAD } from '../findings/pacing.ts';
import { need } from '../rule.ts';
import { describeJson, failureWords, namesOf } from './observation-words.ts';

/**
 * The deltas of a shorter stream may rightly arrive at once. Shorter than in a rule, because an
 * observation fails nothing.
 */
const SHORTEST_MS = 100;

/** The last events of a stream. */
export function streamEnd(stream: Stream): Observation {
  const { events, exchange } = stream;
  const done = events.findIndex(({ data }) => data === DONE);
  const last = events.at(done === -1 ? -1 : done - 1);
  const type = member(last?.json, 'type');
  const before = type === undefined ? '' : `${describeJson(type)}, then `;
  const after = events.length - 1 - done;
  if (done === -1) return { subject: '', value: `${before}no [DONE]`, exchange };
  return {
    subject: '',
    value: `${before}[DONE]${after > 0 ? ', then more events' : ''}`,
    exchange,
  };
}

/** Whether the usage of a chat stream is in a separate chunk. */
export function usageWords(stream: Stream): string {
  const chunk = chatChunks(stream).find(({ json }) => isJsonObject(json.usage));
  if (chunk === undefined) return 'no usage';
  return `usage in a chunk ${chunk.choices.length === 0 ? 'without choices' : 'with a choice'}`;
}

/** Whether the deltas of a stream arrived one by one or in one burst. */
export function paceWords(stream: Stream): string {
  const arrivals = arrivalsMs(stream);
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  need(
    arrivals.length >= DELTAS_TO_SHOW_PACE,
    `a stream of at least ${DELTAS_TO_SHOW_PACE} deltas`,
  );
  need(last >= SHORTEST_MS, `a stream that takes at least ${SHORTEST_MS} ms`);
  return last - first >= last * SPREAD ? 'one by one' : 'in one burst at the end';
}

function arrivalsMs(stream: Stream): readonly number[] {
  if (stream.exchange.operation === 'responses') {
    return responseEvents(stream)
      .filter(({ type }) => type === 'response.output_text.delta')
      .map(({ event }) => event.atMs);
  }
  return chatChunks(stream)
    .filter(({ choices }) => choices.some(({ content }) => content !== ''))
    .map(({ event }) => event.atMs);
}

/** How a stream shows that its model failed. */
export function failedStream(exchange: Exchange): Observation {
  const stream = narrow('begun', exchange);
  if (stream?.form !== 'stream') return { subject: '', value: failureWords(exchange), exchange };
  const how =
    exchange.outcome === 'truncated' ? 'then the connection breaks' : 'then a regular end';
  return { subject: '', value: `${inBand(stream)}, ${how}`, exchange };
}

function inBand(stream: Stream): string {
  if (stream.exchange.operation === 'chat') {
    const [error] = errorEvents(stream);
    if (error === undefined) return 'no error';
    return isJsonObject(error.json)
      ? `an event with ${namesOf(error.json)}`
      : 'an event named error';
  }
  const types = responseEvents(stream)
    .map(({ type }) => type)
    .filter((type) => type === 'error' || type === 'response.failed');
  return types.length === 0 ? 'no error' : `events ${types.join(', ')}`;
}
