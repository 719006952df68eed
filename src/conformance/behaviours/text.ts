import { isJsonObject, objectsIn } from '../../answers/json.ts';
import { outputText } from '../../answers/reply.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import type { Behaviour } from '../behaviour.ts';
import {
  describeJson,
  formWords,
  jsonIn,
  namesOf,
  sequence,
  successes,
} from '../observations/observation-words.ts';
import { shortChat } from '../probes/chat.ts';
import { shortResponse } from '../probes/responses.ts';
import { need } from '../rule.ts';

export const text: readonly Behaviour[] = [
  {
    id: 'chat-finish-reason',
    question: 'Which finish_reason does a short chat have?',
    silence: 'Values of finish_reason: not shown.',
    probe: shortChat,

    observe({ exchanges }) {
      return successes(exchanges).map((exchange) => {
        const [choice] = objectsIn(jsonIn(exchange)?.choices);
        need(choice, 'a choice');
        return { subject: '', value: describeJson(choice.finish_reason), exchange };
      });
    },
  },
  {
    id: 'chat-message-members',
    question: 'Which fields does the message of a chat have?',
    silence:
      'name and tool_call_id are "present in the response message shape"; when they are filled is not shown.',
    probe: shortChat,

    observe({ exchanges }) {
      return successes(exchanges).map((exchange) => {
        const message = objectsIn(jsonIn(exchange)?.choices)[0]?.message;
        need(isJsonObject(message), 'a message');
        return {
          subject: '',
          value: `${namesOf(message, 1)}, role ${describeJson(message.role)}`,
          exchange,
        };
      });
    },
  },
  {
    id: 'chat-stream-switch-left-out',
    question: 'How does a chat answer if the stream switch is absent or off?',
    silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
    probe: shortChat,
    observe: ({ exchanges }) =>
      exchanges.map((exchange) => ({
        subject: sentBodyOf(exchange)?.body.stream === undefined ? 'absent' : 'off',
        value: formWords(exchange),
        exchange,
      })),
  },
  {
    id: 'responses-output-items',
    question: 'Which types do the items of output and their parts have?',
    silence: 'Shape of the items of output: not shown.',
    probe: shortResponse,

    observe({ exchanges }) {
      return successes(exchanges).map((exchange) => {
        const items = objectsIn(jsonIn(exchange)?.output).map((item) => {
          const parts = objectsIn(item.content).map(({ type }) => describeJson(type));
          return `${describeJson(item.type)} with ${parts.length === 0 ? 'no parts' : parts.join(', ')}`;
        });
        return { subject: '', value: items.length === 0 ? 'no items' : sequence(items), exchange };
      });
    },
  },
  {
    id: 'responses-output-text',
    question: 'Is output_text present, and is it the text of the parts?',
    silence: '"Aggregated output text": its source, and when it is filled, are not shown.',
    probe: shortResponse,

    observe({ exchanges }) {
      return successes(exchanges).map((exchange) => {
        const json = jsonIn(exchange) ?? {};
        const whole = json.output_text;
        const same =
          whole === outputText(json) ? 'the joined text of the parts' : 'not the text of the parts';
        return { subject: '', value: whole === undefined ? 'absent' : same, exchange };
      });
    },
  },
  {
    id: 'responses-status',
    question: 'Which status does a finished response have?',
    silence: 'Status values of the responses object: not shown.',
    probe: shortResponse,
    observe: ({ exchanges }) =>
      successes(exchanges).map((exchange) => ({
        subject: '',
        value: describeJson(jsonIn(exchange)?.status),
        exchange,
      })),
  },
  {
    id: 'responses-stream-switch-left-out',
    question: 'How does POST /responses answer if the stream switch is absent or off?',
    silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
    probe: shortResponse,
    observe: ({ exchanges }) =>
      exchanges.map((exchange) => ({
        subject: sentBodyOf(exchange)?.body.stream === undefined ? 'absent' : 'off',
        value: formWords(exchange),
        exchange,
      })),
  },
];
