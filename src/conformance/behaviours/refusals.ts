import { isJsonObject, member } from '../../answers/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { invalidWithoutKey } from '../probes/credentials.ts';
import { emptyFile, refusals } from '../probes/refused.ts';
import { oddModels, oversizeFiles, twoFiles } from '../probes/transcription.ts';
import {
  failureWords,
  headerWords,
  inSeries,
  jsonIn,
  namesOf,
  type Observe,
  points,
  pointsOf,
  statusWords,
} from './points.ts';

const CONDITIONS =
  'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.';
const KEYS = 'The answer to a request without a valid key: not shown.';
const HEADERS = 'The interface names no header of an answer.';
const BOUNDS = 'Limits of n, duration, temperature and request sizes: not shown.';
const FORMS = 'The answer to a form other than "exactly one file, at most 25 MiB": not shown.';

/** What a gateway answers to the request of `refusals` with this label. */
function gets(label: string, words = failureWords): Observe {
  return inSeries(words, label);
}

export const auth = [
  ...pointsOf('chat', refusals, KEYS, {
    'another-scheme': [
      'What does a scheme other than Bearer get?',
      gets('another scheme than Bearer'),
    ],
    challenge: [
      'Which challenge does a request without a key get?',
      gets('no key', (exchange) => headerWords(exchange, 'www-authenticate')),
    ],
    'missing-key': ['What does a request without a key get?', gets('no key')],
    'unknown-key': [
      'What does a key that was never issued get?',
      gets('a key that was never issued'),
    ],
  }),
  ...points(invalidWithoutKey, 'The order of authentication and validation: not shown.', {
    'auth-before-validation': [
      'Is the key checked before the rest of the request?',
      inSeries(statusWords),
    ],
  }),
];

export const errors = [
  ...pointsOf('chat', refusals, CONDITIONS, {
    'broken-json': ['What does broken JSON get?', gets('broken JSON')],
    'empty-messages': ['What does an empty list of messages get?', gets('no messages')],
    'json-as-text': [
      'What does JSON with the media type text/plain get?',
      gets('JSON as text/plain'),
    ],
    'missing-field': ['What does a chat without messages get?', gets('a missing field')],
    'no-body': ['What does a chat without a body get?', gets('no body')],
    'temperature-out-of-bounds': [
      'What does a temperature of 99 get?',
      gets('a value out of range'),
      BOUNDS,
    ],
    'unknown-member': [
      'What does an unknown field get?',
      gets('an unknown field'),
      'Required status, limits and further fields of the request: not shown.',
    ],
    'unknown-model': ['What does an unknown model get?', gets('an unknown model')],
    'unknown-role': [
      'What does an unknown role get?',
      gets('an unknown role'),
      'The roles system and user are used; what others get is not shown.',
    ],
    'wrong-method': ['What does a known path with another method get?', gets('a wrong method')],
    'wrong-method-allow': [
      'Does the answer to a wrong method name the supported ones?',
      gets('a wrong method', (exchange) => headerWords(exchange, 'allow')),
      HEADERS,
    ],
    'wrong-type': ['What does a field of the wrong type get?', gets('a field of the wrong type')],
  }),
  ...points(refusals, 'Error body of endpoints other than the video ones: not shown.', {
    'failure-body': [
      'Which fields do the body of a failure and its error have?',
      inFailures((exchange) => {
        const json = jsonIn(exchange);
        return json === undefined ? 'not a JSON object' : namesOf(json);
      }),
    ],
    'failure-media-type': [
      'Which media type does a failure have?',
      inFailures((exchange) => headerWords(exchange, 'content-type')),
      'The media type of a failure: not shown.',
    ],
    'failure-null-members': [
      'Which fields of an error are null, and when?',
      inFailures(nullWords),
      '"error.param: string, error.code: string"; their values when they do not apply are not shown.',
    ],
    'unknown-path': ['What does an unknown path get?', gets('an unknown path'), CONDITIONS],
  }),
];

function inFailures(words: (exchange: Exchange) => string): Observe {
  const observe = inSeries(words);
  return (results, expect) =>
    observe(results, expect).filter(({ exchange }) => (exchange.answer?.status ?? 0) >= 400);
}

function nullWords(exchange: Exchange): string {
  const error = member(jsonIn(exchange), 'error');
  if (!isJsonObject(error)) return 'no error object';
  const names = Object.keys(error).filter((name) => error[name] === null);
  return names.length === 0 ? 'none' : names.toSorted().join(', ').slice(0, 200);
}

export const transcription = [
  ...pointsOf('transcription', emptyFile, FORMS, {
    'empty-upload': ['What does an empty file get?', inSeries(failureWords)],
  }),
  ...pointsOf('transcription', refusals, FORMS, {
    'form-without-file': ['What does a form without a file get?', gets('a form without a file')],
  }),
  ...points(oddModels, FORMS, {
    'form-without-one-model': [
      'What does a form without a model, or with two, get?',
      inSeries(failureWords),
    ],
  }),
  ...points(oversizeFiles, FORMS, {
    'oversize-upload': ['What does a file that is one byte too large get?', inSeries(failureWords)],
  }),
  ...points(twoFiles, FORMS, {
    'two-uploads': ['What do two files get?', inSeries(failureWords)],
  }),
];

/** Reads and cancels of a video job that was never created. */
export const unknownJobs = [
  ...pointsOf('video-cancel', refusals, 'Effect of DELETE on the status of the job: not shown.', {
    'cancel-of-unknown-job': [
      'What does a DELETE of an unknown job get?',
      gets('a cancel of an unknown job'),
    ],
  }),
  ...pointsOf('video-read', refusals, CONDITIONS, {
    'read-of-unknown-job': [
      'What does a read of an unknown job get?',
      gets('a read of an unknown job'),
    ],
  }),
];
