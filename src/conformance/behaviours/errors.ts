import { isJsonObject, member } from '../../answers/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Behaviour } from '../behaviour.ts';
import { byLabel, headerWords, jsonIn, namesOf } from '../observations/observation-words.ts';
import { refusal } from '../observations/refusal.ts';
import { refusals } from '../probes/unspecified.ts';

export const errors: readonly Behaviour[] = [
  refusal('broken-json', 'broken JSON', {
    question: 'What does broken JSON get?',
    operation: 'chat',
  }),
  refusal('empty-messages', 'no messages', {
    question: 'What does an empty list of messages get?',
    operation: 'chat',
  }),
  {
    id: 'failure-body',
    question: 'Which fields do the body of a failure and its error have?',
    silence: 'Error body of endpoints other than the video ones: not shown.',
    probe: refusals,
    observe: ({ series }) =>
      byLabel(series, bodyWords).filter(({ exchange }) => (exchange.answer?.status ?? 0) >= 400),
  },
  {
    id: 'failure-media-type',
    question: 'Which media type does a failure have?',
    silence: 'The media type of a failure: not shown.',
    probe: refusals,
    observe: ({ series }) =>
      byLabel(series, (exchange) => headerWords(exchange, 'content-type')).filter(
        ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
      ),
  },
  {
    id: 'failure-null-members',
    question: 'Which fields of an error are null, and when?',
    silence:
      '"error.param: string, error.code: string"; their values when they do not apply are not shown.',
    probe: refusals,
    observe: ({ series }) =>
      byLabel(series, nullWords).filter(({ exchange }) => (exchange.answer?.status ?? 0) >= 400),
  },
  refusal('json-as-text', 'JSON as text/plain', {
    question: 'What does JSON with the media type text/plain get?',
    operation: 'chat',
  }),
  refusal('missing-field', 'a missing field', {
    question: 'What does a chat without messages get?',
    operation: 'chat',
  }),
  refusal('no-body', 'no body', {
    question: 'What does a chat without a body get?',
    operation: 'chat',
  }),
  refusal('temperature-out-of-bounds', 'a value out of range', {
    question: 'What does a temperature of 99 get?',
    silence: 'Limits of n, duration, temperature and request sizes: not shown.',
    operation: 'chat',
  }),
  refusal('unknown-member', 'an unknown field', {
    question: 'What does an unknown field get?',
    silence: 'Required status, limits and further fields of the request: not shown.',
    operation: 'chat',
  }),
  refusal('unknown-model', 'an unknown model', {
    question: 'What does an unknown model get?',
    operation: 'chat',
  }),
  refusal('unknown-path', 'an unknown path', {
    question: 'What does an unknown path get?',
  }),
  refusal('unknown-role', 'an unknown role', {
    question: 'What does an unknown role get?',
    silence: 'The roles system and user are used; what others get is not shown.',
    operation: 'chat',
  }),
  refusal('wrong-method', 'a wrong method', {
    question: 'What does a known path with another method get?',
    operation: 'chat',
  }),
  refusal('wrong-method-allow', 'a wrong method', {
    question: 'Does the answer to a wrong method name the supported ones?',
    silence: 'The interface names no header of an answer.',
    operation: 'chat',
    words: (exchange) => headerWords(exchange, 'allow'),
  }),
  refusal('wrong-type', 'a field of the wrong type', {
    question: 'What does a field of the wrong type get?',
    operation: 'chat',
  }),
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
