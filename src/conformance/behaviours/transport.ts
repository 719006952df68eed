import type { Series } from '../evidence.ts';
import {
  compressedChat,
  headAndOptions,
  mediaTypes,
  oneConnection,
  requestForms,
} from '../probes/http.ts';
import { answered, headerWords, inSeries, points, pointsOf, statusWords } from './points.ts';

const HTTP = 'HTTP leaves this to the server, and the interface does not restrict it.';

export const transport = [
  ...points(compressedChat, HTTP, {
    compression: [
      'Is an answer compressed if the client accepts gzip?',
      answered((exchange) => headerWords(exchange, 'content-encoding')),
    ],
  }),
  ...pointsOf('video-read', headAndOptions, HTTP, {
    head: [
      'What does HEAD of an unknown video job get?',
      ({ series, ...results }, expect) =>
        inSeries(statusWords, 'HEAD')({ ...results, series: series.filter(isOfJob) }, expect),
    ],
  }),
  ...points(headAndOptions, HTTP, {
    options: [
      'What does OPTIONS get?',
      inSeries((each) => `${statusWords(each)}, ${headerWords(each, 'allow')}`, 'OPTIONS'),
    ],
  }),
  ...points(oneConnection, HTTP, {
    'keep-alive': [
      'Is the connection kept open after an answer?',
      ({ exchanges }) =>
        exchanges.slice(-1).map((exchange) => ({
          subject: '',
          value: `${exchanges.length} of 3 requests over one connection, ${headerWords(exchange, 'connection')}`,
          exchange,
        })),
    ],
  }),
  ...points(requestForms, HTTP, {
    'other-request-forms': [
      'Are the other forms of a request in HTTP/1.1 accepted?',
      inSeries(statusWords),
    ],
  }),
  ...points(mediaTypes, 'All bodies are JSON; how the media type may be spelled is not shown.', {
    'request-media-types': [
      'Which spellings of the media type of a request are accepted?',
      inSeries(statusWords),
    ],
  }),
];

function isOfJob({ exchanges }: Series): boolean {
  return exchanges.some(({ operation }) => operation === 'video-read');
}
