import { chatChunks } from '../../answers/chat-chunks.ts';
import { errorEvents } from '../../answers/failures/error-events.ts';
import { isJsonObject, member } from '../../answers/json.ts';
import { narrow, type Stream } from '../../answers/narrow.ts';
import { responseEvents } from '../../answers/response-events.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import { DONE } from '../../contract/stream-events.ts';
import { DELTAS_TO_SHOW_PACE, SPREAD } from '../findings/pacing.ts';
import {
  failingResponseStream,
  failingStream,
  pacedResponseStream,
  pacedStream,
  shortResponseStream,
  shortStream,
  usageStream,
} from '../probes/answers.ts';
import { need } from '../rule.ts';
import {
  answered,
  describeJson,
  failureWords,
  formWords,
  headerWords,
  inStreams,
  namesOf,
  type Observe,
  points,
  sequence,
} from './points.ts';

const EVENTS = 'Kinds of streaming events and their payloads: not shown.';
const FAILURE = 'What a failure in a stream looks like: not shown.';
const PACE = 'When the events of a stream are sent: not shown.';
const SWITCH =
  'Name of the body field that switches streaming, and further body fields: not shown.';
const USAGE = 'Fields inside usage objects: not shown.';

const inForm = answered((each) => `${formWords(each)}, ${headerWords(each, 'content-type')}`);

export const streams = [
  ...points(shortStream, EVENTS, {
    'chat-stream-end': ['How does a chat stream end?', inStreams(endWords)],
    'chat-stream-events': [
      'Which kinds of events does a chat stream have?',
      inStreams((stream) => {
        const kinds = chatChunks(stream).map(({ json, event }) => {
          const line = event.type === '' ? 'no event line' : `event ${describeJson(event.type)}`;
          return `object ${describeJson(json.object)}, ${line}`;
        });
        return sequence(kinds) || 'no JSON objects';
      }),
    ],
    'chat-stream-finish': [
      'Where does a chat stream give its finish_reason?',
      inStreams((stream) => {
        const choices = chatChunks(stream).flatMap((chunk) => chunk.choices);
        const last = choices.find(({ finishReason }) => finishReason != null);
        const where = last?.content === '' ? 'a chunk without content' : 'a chunk with content';
        return last === undefined ? 'nowhere' : `${describeJson(last.finishReason)} in ${where}`;
      }),
      'Values of finish_reason: not shown.',
    ],
    'chat-stream-role-chunk': [
      'What is in the first chunk of a chat stream?',
      inStreams((stream) => {
        const delta = chatChunks(stream)[0]?.choices[0]?.delta;
        if (delta === undefined) return 'no choice';
        const content = delta.content == null ? 'no content' : 'content';
        return `role ${describeJson(delta.role)}, ${delta.content === '' ? 'empty content' : content}`;
      }),
    ],
    'chat-stream-switch': ['How does a chat answer with stream: true?', inForm, SWITCH],
    'chat-stream-usage-unasked': [
      'Does a chat stream have usage if it is not requested?',
      inStreams(usageWords),
      USAGE,
    ],
  }),
  ...points(usageStream, USAGE, {
    'chat-stream-usage-asked': [
      'What does stream_options.include_usage add?',
      inStreams(usageWords),
    ],
  }),
  ...points(pacedStream, PACE, {
    'chat-stream-pace': [
      'Do the deltas of a chat stream arrive as the model produces them?',
      inStreams(paceWords),
    ],
    'stream-framing': [
      'What is in a chat stream besides its events?',
      inStreams(({ decoded: { comments, retryMs, unknownFields, events } }) => {
        const beside = [
          comments > 0 && 'comments',
          retryMs !== undefined && 'a retry field',
          events.some(({ lastEventId }) => lastEventId !== '') && 'event ids',
          unknownFields.length > 0 && `unknown fields ${unknownFields.join(', ')}`,
        ].filter((each) => each !== false);
        return beside.join(', ') || 'nothing';
      }),
      EVENTS,
    ],
  }),
  ...points(failingStream, FAILURE, {
    'chat-stream-failure': [
      'How does a chat stream show that the model failed during it?',
      ofFailingModel('chat'),
    ],
  }),
  ...points(shortResponseStream, EVENTS, {
    'responses-stream-end': ['How does a responses stream end?', inStreams(endWords)],
    'responses-stream-event-lines': [
      'Do the events of a responses stream have an event line, and a sequence number?',
      inStreams((stream) => {
        const events = responseEvents(stream);
        need(events.length > 0, 'an event with a type');
        const share = (isOne: (event: (typeof events)[number]) => boolean) => {
          const count = events.filter(isOne).length;
          return count === events.length ? 'all' : count === 0 ? 'none' : 'some';
        };
        const lines = share(({ event }) => event.type !== '');
        const numbers = share(({ json }) => typeof json.sequence_number === 'number');
        return `event line: ${lines}; sequence_number: ${numbers}`;
      }),
    ],
    'responses-stream-events': [
      'Which events does a responses stream have, in which order?',
      inStreams(
        (stream) => sequence(responseEvents(stream).map(({ type }) => type)) || 'none with a type',
      ),
    ],
    'responses-stream-switch': [
      'How does POST /responses answer with stream: true?',
      inForm,
      SWITCH,
    ],
  }),
  ...points(pacedResponseStream, PACE, {
    'responses-stream-pace': [
      'Do the deltas of a responses stream arrive as the model produces them?',
      inStreams(paceWords),
    ],
  }),
  ...points(failingResponseStream, FAILURE, {
    'responses-stream-failure': [
      'How does a responses stream show that the model failed during it?',
      ofFailingModel('responses'),
    ],
  }),
];

/** The last events of a stream. */
function endWords({ events }: Stream): string {
  const done = events.findIndex(({ data }) => data === DONE);
  const type = member(events.at(done === -1 ? -1 : done - 1)?.json, 'type');
  const before = type === undefined ? '' : `${describeJson(type)}, then `;
  if (done === -1) return `${before}no [DONE]`;
  return `${before}[DONE]${done < events.length - 1 ? ', then more events' : ''}`;
}

/** Whether the usage of a chat stream is in a separate chunk. */
function usageWords(stream: Stream): string {
  const chunk = chatChunks(stream).find(({ json }) => isJsonObject(json.usage));
  if (chunk === undefined) return 'no usage';
  return `usage in a chunk ${chunk.choices.length === 0 ? 'without choices' : 'with a choice'}`;
}

/**
 * The deltas of a shorter stream may rightly arrive at once. Shorter than in a rule, because an
 * observation fails nothing.
 */
const SHORTEST_MS = 100;

/** Whether the deltas of a stream arrived one by one or in one burst. */
function paceWords(stream: Stream): string {
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
function ofFailingModel(operation: 'chat' | 'responses'): Observe {
  const observe = answered((exchange) => {
    const stream = narrow('begun', exchange);
    if (stream?.form !== 'stream') return failureWords(exchange);
    const isCut = exchange.outcome === 'truncated';
    return `${inBand(stream)}, ${isCut ? 'then the connection breaks' : 'then a regular end'}`;
  });
  return (results, expect) => {
    need(
      modelFor(expect.failingMidStreamModel, operation),
      'a model that fails during a stream: set failingMidStreamModel in a profile',
    );
    return observe(results, expect);
  };
}

function inBand(stream: Stream): string {
  if (stream.exchange.operation === 'chat') {
    const [error] = errorEvents(stream);
    if (error === undefined) return 'no error';
    const isNamed = !isJsonObject(error.json);
    return isNamed ? 'an event named error' : `an event with ${namesOf(error.json)}`;
  }
  const types = responseEvents(stream)
    .map(({ type }) => type)
    .filter((type) => type === 'error' || type === 'response.failed');
  return types.length === 0 ? 'no error' : `events ${types.join(', ')}`;
}
