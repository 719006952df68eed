import { isJsonObject, member } from '../../answers/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Behaviour } from '../behaviour.ts';
import {
  byLabel,
  headerWords,
  jsonIn,
  namesOf,
  ofLabel,
} from '../observations/observation-words.ts';
import { refusals } from '../probes/unspecified.ts';

export const errors: readonly Behaviour[] = [
  {
    id: 'broken-json',
    question: 'What does broken JSON get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'broken JSON');
    },
  },
  {
    id: 'empty-messages',
    question: 'What does an empty list of messages get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'no messages');
    },
  },
  {
    id: 'failure-body',
    question: 'Which fields do the body of a failure and its error have?',
    silence: 'Error body of endpoints other than the video ones: not shown.',
    probe: refusals,

    observe({ series }) {
      return byLabel(series, bodyWords).filter(
        ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
      );
    },
  },
  {
    id: 'failure-media-type',
    question: 'Which media type does a failure have?',
    silence: 'The media type of a failure: not shown.',
    probe: refusals,

    observe({ series }) {
      return byLabel(series, (exchange) => headerWords(exchange, 'content-type')).filter(
        ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
      );
    },
  },
  {
    id: 'failure-null-members',
    question: 'Which fields of an error are null, and when?',
    silence:
      '"error.param: string, error.code: string"; their values when they do not apply are not shown.',
    probe: refusals,

    observe({ series }) {
      return byLabel(series, nullWords).filter(
        ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
      );
    },
  },
  {
    id: 'json-as-text',
    question: 'What does JSON with the media type text/plain get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'JSON as text/plain');
    },
  },
  {
    id: 'missing-field',
    question: 'What does a chat without messages get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a missing field');
    },
  },
  {
    id: 'no-body',
    question: 'What does a chat without a body get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'no body');
    },
  },
  {
    id: 'temperature-out-of-bounds',
    question: 'What does a temperature of 99 get?',
    silence: 'Limits of n, duration, temperature and request sizes: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a value out of range');
    },
  },
  {
    id: 'unknown-member',
    question: 'What does an unknown field get?',
    silence: 'Required status, limits and further fields of the request: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'an unknown field');
    },
  },
  {
    id: 'unknown-model',
    question: 'What does an unknown model get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'an unknown model');
    },
  },
  {
    id: 'unknown-path',
    question: 'What does an unknown path get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'an unknown path');
    },
  },
  {
    id: 'unknown-role',
    question: 'What does an unknown role get?',
    silence: 'The roles system and user are used; what others get is not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'an unknown role');
    },
  },
  {
    id: 'wrong-method',
    question: 'What does a known path with another method get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a wrong method');
    },
  },
  {
    id: 'wrong-method-allow',
    question: 'Does the answer to a wrong method name the supported ones?',
    silence: 'The interface names no header of an answer.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a wrong method', (exchange) => headerWords(exchange, 'allow'));
    },
  },
  {
    id: 'wrong-type',
    question: 'What does a field of the wrong type get?',
    silence:
      'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a field of the wrong type');
    },
  },
];

function bodyWords(exchange: Exchange): string {
  const json = jsonIn(exchange);
  return json === undefined ? 'not a JSON object' : namesOf(json);
}

function nullWords(exchange: Exchange): string {
  const error = member(jsonIn(exchange), 'error');
  if (!isJsonObject(error)) return 'no error object';
  const names = Object.keys(error).filter((name) => error[name] === null);
  return names.length === 0 ? 'none' : names.toSorted().join(', ').slice(0, 200);
}
