import type { Exchange } from '../../exchange/exchange.ts';
import type { Behaviour } from '../behaviour.ts';
import { byLabel, headerWords, ofEach, statusWords } from '../observations/observation-words.ts';
import { requestForms } from '../probes/http-encodings.ts';
import { headAndOptions, mediaTypes } from '../probes/malformed-requests.ts';
import { compressedChat, oneConnection } from '../probes/unspecified.ts';

export const transport: readonly Behaviour[] = [
  {
    id: 'compression',
    question: 'Is an answer compressed if the client accepts gzip?',
    silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
    probe: compressedChat,
    observe: ({ exchanges }) =>
      exchanges.map((exchange) => ({
        subject: '',
        value: headerWords(exchange, 'content-encoding'),
        exchange,
      })),
  },
  {
    id: 'head',
    question: 'What does HEAD of an unknown video job get?',
    silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
    operation: 'video-read',
    probe: headAndOptions,
    observe: ({ series }) =>
      byLabel(
        series.filter(({ label, exchanges }) => label === 'HEAD' && exchanges.some(isOfJob)),
        statusWords,
      ).map((each) => ({ ...each, subject: '' })),
  },
  {
    id: 'keep-alive',
    question: 'Is the connection kept open after an answer?',
    silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
    probe: oneConnection,
    observe: ({ exchanges }) =>
      exchanges.slice(-1).map((exchange) => ({
        subject: '',
        value: `${exchanges.length} of 3 requests over one connection, ${headerWords(exchange, 'connection')}`,
        exchange,
      })),
  },
  {
    id: 'options',
    question: 'What does OPTIONS get?',
    silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
    probe: headAndOptions,
    observe: ({ series }) =>
      byLabel(
        series.filter(({ label }) => label === 'OPTIONS'),
        (exchange) => `${statusWords(exchange)}, ${headerWords(exchange, 'allow')}`,
      ).map((each) => ({ ...each, subject: '' })),
  },
  {
    id: 'other-request-forms',
    question: 'Are the other forms of a request in HTTP/1.1 accepted?',
    silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
    probe: requestForms,
    observe: ofEach(statusWords),
  },
  {
    id: 'request-media-types',
    question: 'Which spellings of the media type of a request are accepted?',
    silence: 'All bodies are JSON; how the media type may be spelled is not shown.',
    probe: mediaTypes,
    observe: ofEach(statusWords),
  },
];

function isOfJob({ operation }: Exchange): boolean {
  return operation === 'video-read';
}
