import { chatChunks } from '../../answers/chat-chunks.ts';
import { responseEvents } from '../../answers/response-events.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Behaviour } from '../behaviour.ts';
import {
  describeJson,
  formWords,
  headerWords,
  sequence,
  streamsIn,
} from '../observations/observation-words.ts';
import {
  failedStream,
  paceWords,
  streamEnd,
  usageWords,
} from '../observations/stream-observations.ts';
import { failingStream, pacedStream, shortStream, usageStream } from '../probes/chat-stream.ts';
import {
  failingResponseStream,
  pacedResponseStream,
  shortResponseStream,
} from '../probes/responses-stream.ts';
import { need } from '../rule.ts';

export const streams: readonly Behaviour[] = [
  {
    id: 'chat-stream-end',
    question: 'How does a chat stream end?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: shortStream,
    observe: ({ exchanges }) => streamsIn(exchanges).map(streamEnd),
  },
  {
    id: 'chat-stream-events',
    question: 'Which kinds of events does a chat stream have?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: shortStream,

    observe({ exchanges }) {
      return streamsIn(exchanges).map((stream) => {
        const kinds = chatChunks(stream).map(({ json, event }) => {
          const line = event.type === '' ? 'no event line' : `event ${describeJson(event.type)}`;
          return `object ${describeJson(json.object)}, ${line}`;
        });
        return {
          subject: '',
          value: sequence(kinds) || 'no JSON objects',
          exchange: stream.exchange,
        };
      });
    },
  },
  {
    id: 'chat-stream-failure',
    question: 'How does a chat stream show that the model failed during it?',
    silence: 'What a failure in a stream looks like: not shown.',
    probe: failingStream,

    observe({ exchanges }, expect) {
      need(
        modelFor(expect.failingMidStreamModel, 'chat'),
        'a model that fails during a stream: set failingMidStreamModel in a profile',
      );
      return exchanges.map(failedStream);
    },
  },
  {
    id: 'chat-stream-finish',
    question: 'Where does a chat stream give its finish_reason?',
    silence: 'Values of finish_reason: not shown.',
    probe: shortStream,

    observe({ exchanges }) {
      return streamsIn(exchanges).map((stream) => {
        const last = chatChunks(stream)
          .flatMap(({ choices }) => choices)
          .find(({ finishReason }) => finishReason != null);
        const where = last?.content === '' ? 'a chunk without content' : 'a chunk with content';
        const value =
          last === undefined ? 'nowhere' : `${describeJson(last.finishReason)} in ${where}`;
        return { subject: '', value, exchange: stream.exchange };
      });
    },
  },
  {
    id: 'chat-stream-pace',
    question: 'Do the deltas of a chat stream arrive as the model produces them?',
    silence: 'When the events of a stream are sent: not shown.',
    probe: pacedStream,
    observe: ({ exchanges }) =>
      streamsIn(exchanges).map((stream) => ({
        subject: '',
        value: paceWords(stream),
        exchange: stream.exchange,
      })),
  },
  {
    id: 'chat-stream-role-chunk',
    question: 'What is in the first chunk of a chat stream?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: shortStream,

    observe({ exchanges }) {
      return streamsIn(exchanges).map((stream) => {
        const delta = chatChunks(stream)[0]?.choices[0]?.delta;
        const text =
          delta?.content === ''
            ? 'empty content'
            : delta?.content == null
              ? 'no content'
              : 'content';
        const value =
          delta === undefined ? 'no choice' : `role ${describeJson(delta.role)}, ${text}`;
        return { subject: '', value, exchange: stream.exchange };
      });
    },
  },
  {
    id: 'chat-stream-switch',
    question: 'How does a chat answer with stream: true?',
    silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
    probe: shortStream,
    observe: ({ exchanges }) =>
      exchanges.map((exchange) => ({
        subject: '',
        value: `${formWords(exchange)}, ${headerWords(exchange, 'content-type')}`,
        exchange,
      })),
  },
  {
    id: 'chat-stream-usage-asked',
    question: 'What does stream_options.include_usage add?',
    silence: 'Fields inside usage objects: not shown.',
    probe: usageStream,
    observe: ({ exchanges }) =>
      streamsIn(exchanges).map((stream) => ({
        subject: '',
        value: usageWords(stream),
        exchange: stream.exchange,
      })),
  },
  {
    id: 'chat-stream-usage-unasked',
    question: 'Does a chat stream have usage if it is not requested?',
    silence: 'Fields inside usage objects: not shown.',
    probe: shortStream,
    observe: ({ exchanges }) =>
      streamsIn(exchanges).map((stream) => ({
        subject: '',
        value: usageWords(stream),
        exchange: stream.exchange,
      })),
  },
  {
    id: 'responses-stream-end',
    question: 'How does a responses stream end?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: shortResponseStream,
    observe: ({ exchanges }) => streamsIn(exchanges).map(streamEnd),
  },
  {
    id: 'responses-stream-event-lines',
    question: 'Do the events of a responses stream have an event line, and a sequence number?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: shortResponseStream,

    observe({ exchanges }) {
      return streamsIn(exchanges).map((stream) => {
        const events = responseEvents(stream);
        need(events.length > 0, 'an event with a type');
        const lines = events.filter(({ event }) => event.type !== '').length;
        const numbers = events.filter(
          ({ json }) => typeof json.sequence_number === 'number',
        ).length;
        const share = (count: number) =>
          count === events.length ? 'all' : count === 0 ? 'none' : 'some';
        const value = `event line: ${share(lines)}; sequence_number: ${share(numbers)}`;
        return { subject: '', value, exchange: stream.exchange };
      });
    },
  },
  {
    id: 'responses-stream-events',
    question: 'Which events does a responses stream have, in which order?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: shortResponseStream,
    observe: ({ exchanges }) =>
      streamsIn(exchanges).map((stream) => ({
        subject: '',
        value: sequence(responseEvents(stream).map(({ type }) => type)) || 'none with a type',
        exchange: stream.exchange,
      })),
  },
  {
    id: 'responses-stream-failure',
    question: 'How does a responses stream show that the model failed during it?',
    silence: 'What a failure in a stream looks like: not shown.',
    probe: failingResponseStream,

    observe({ exchanges }, expect) {
      need(
        modelFor(expect.failingMidStreamModel, 'responses'),
        'a model that fails during a stream: set failingMidStreamModel in a profile',
      );
      return exchanges.map(failedStream);
    },
  },
  {
    id: 'responses-stream-pace',
    question: 'Do the deltas of a responses stream arrive as the model produces them?',
    silence: 'When the events of a stream are sent: not shown.',
    probe: pacedResponseStream,
    observe: ({ exchanges }) =>
      streamsIn(exchanges).map((stream) => ({
        subject: '',
        value: paceWords(stream),
        exchange: stream.exchange,
      })),
  },
  {
    id: 'responses-stream-switch',
    question: 'How does POST /responses answer with stream: true?',
    silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
    probe: shortResponseStream,
    observe: ({ exchanges }) =>
      exchanges.map((exchange) => ({
        subject: '',
        value: `${formWords(exchange)}, ${headerWords(exchange, 'content-type')}`,
        exchange,
      })),
  },
  {
    id: 'stream-framing',
    question: 'What is in a chat stream besides its events?',
    silence: 'Kinds of streaming events and their payloads: not shown.',
    probe: pacedStream,

    observe({ exchanges }) {
      return streamsIn(exchanges).map(({ decoded, exchange }) => {
        const { comments, retryMs, unknownFields, events } = decoded;
        const beside = [
          comments > 0 && 'comments',
          retryMs !== undefined && 'a retry field',
          events.some(({ lastEventId }) => lastEventId !== '') && 'event ids',
          unknownFields.length > 0 && `unknown fields ${unknownFields.join(', ')}`,
        ].filter((each) => each !== false);
        return { subject: '', value: beside.join(', ') || 'nothing', exchange };
      });
    },
  },
];
