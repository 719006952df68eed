import { isJsonObject } from '../../../answers/json.ts';
import type { Stream } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { header } from '../../../exchange/exchange.ts';
import { replyRule, streamRule } from '../../declare.ts';
import { textDifference } from '../../findings/differences.ts';
import { hasHalfCharacter } from '../../findings/half-character.ts';
import { unicodeStreams } from '../../probes/echoes.ts';
import { type Finding, need } from '../../rule.ts';

export const transportSseMediaType = replyRule('transport-sse-media-type', {
  level: 'must',
  assumed: 'WHATWG HTML, server-sent events (text/event-stream, always UTF-8)',
  statement:
    'An event stream has the media type text/event-stream, and its charset, if it has one, is utf-8.',
  harm: 'With another media type a browser rejects the stream, and a proxy buffers it.',
  provenBy: 'sse-json-media-type',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,
  *judge(reply) {
    const contentType = header(reply.exchange.answer?.headers ?? [], 'content-type') ?? '';
    if (reply.form === 'body') {
      need(EVENT_STREAM.test(reply.text), 'an event stream');
      yield { expected: 'text/event-stream', actual: contentType, where: 'content-type' };
      return;
    }
    const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? [];
    if (!/^utf-?8$/i.test(charset)) {
      yield { expected: 'charset utf-8', actual: contentType, where: 'content-type' };
    }
  },
});

/** A body that begins with a field or a comment of an event stream, as no JSON does. */
const EVENT_STREAM = /^\uFEFF?\s*(?:data|event|id|retry|):/;

export const transportSseFraming = streamRule('transport-sse-framing', {
  level: 'must',
  assumed:
    'WHATWG HTML, interpreting an event stream; OpenAI OpenAPI 2.3.0 (each data is one object)',
  statement: 'The joined data lines of each event are [DONE] or exactly one JSON object.',
  harm: 'Clients parse the data of each event as one JSON object: anything else ends the stream for them.',
  provenBy: 'sse-raw-newline',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,
  *judge({ events }) {
    need(events.length > 0, 'a stream with events');

    for (const { data, json, atMs } of events) {
      if (data === DONE || isJsonObject(json)) continue;
      yield { expected: `${DONE} or one JSON object`, actual: data, atMs };
    }
  },
});

export const transportSseEventsClosed = streamRule('transport-sse-events-closed', {
  level: 'must',
  assumed:
    'WHATWG HTML, interpreting an event stream ("Once the end of the file is reached, any pending data must be discarded")',
  statement: 'Every event of a stream ends with a blank line, including the last one.',
  harm: 'Clients drop an event without a final blank line: they lose the last words or the end marker.',
  provenBy: 'sse-no-final-blank',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,
  *judge({ decoded }) {
    if (decoded.unfinished) {
      yield { expected: 'a blank line after the last event', actual: 'the end inside an event' };
    }
  },
});

export const transportSseUtf8 = streamRule('transport-sse-utf8', {
  level: 'must',
  assumed:
    'WHATWG HTML, parsing an event stream (decoded as UTF-8); aisix #111; claude-code-router #1672',
  statement:
    'An event stream is UTF-8. No chunk end turns a character into U+FFFD, a lone surrogate or a question mark.',
  harm: 'Names, accents, emoji and whole languages arrive as replacement characters.',
  provenBy: 'sse-split-char',
  operations: ['chat', 'responses'],
  settings: ['echoModel'],
  probe: unicodeStreams,
  *judge(stream, expect) {
    const { exchange, decoded, events } = stream;
    if (decoded.invalidUtf8) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
      return;
    }
    const { body } = exchange.request;
    need(body.kind === 'text' && !BROKEN.test(body.text), 'a request without U+FFFD');
    for (const { data, json, atMs } of events) {
      if (BROKEN.test(data)) yield { expected: 'no U+FFFD', actual: data, atMs };
      else if (hasHalfCharacter(data, json)) {
        yield { expected: 'whole characters, no lone surrogate', actual: data, atMs };
      }
    }
    if (requestsModel(exchange, expect.echoModel)) yield* lostCharacters(stream);
  },
});

/** As a character, or as a JSON escape. */
const BROKEN = /\uFFFD|\\u[fF]{3}[dD]/;

/** What an echo whose ASCII came back whole lost or changed beyond ASCII. */
function* lostCharacters(stream: Stream): Iterable<Finding> {
  const prompt = sentBodyOf(stream.exchange)?.prompt ?? '';
  const text = replyText(stream) ?? '';
  if (!asciiOf(text).endsWith(asciiOf(prompt))) return;
  const [wanted, came] = [beyondAscii(prompt), beyondAscii(text)];
  // The same characters in another order, or some of them twice, are whole: other rules judge that.
  if (missingFrom(came, wanted) === '') return;
  const difference = textDifference(wanted, came);
  if (difference) yield { ...difference, where: 'deltas joined, beyond ASCII' };
}

/** Without the question marks that some encoders write for unknown characters. */
function asciiOf(text: string): string {
  return text.replace(/[^\0-\x7f]|\?/g, '');
}

function beyondAscii(text: string): string {
  return text.replace(/[\0-\x7f]/g, '');
}

/** The characters that a text does not have, each as often as it is wanted. */
function missingFrom(text: string, wanted: string): string {
  const left = Map.groupBy(text, (character) => character);
  return [...wanted].filter((character) => left.get(character)?.pop() === undefined).join('');
}

export const transportSseNoHold = streamRule('transport-sse-no-hold', {
  level: 'should',
  assumed: 'RFC 9111 §5.2.2 (no-cache, no-store); RFC 9110 §8.4, §12.5.3; llama.cpp #20872',
  statement:
    'A stream has Cache-Control no-cache or no-store, and is compressed only if the request accepts the coding.',
  harm: 'A proxy that stores or compresses a stream holds it back, and the user waits for all of it.',
  provenBy: 'sse-gzip-unasked',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,
  *judge({ exchange }) {
    const headers = exchange.answer?.headers ?? [];
    const cacheControl = header(headers, 'cache-control') ?? 'absent';
    if (!/\bno-(?:cache|store)\b/i.test(cacheControl)) {
      yield { expected: 'no-cache or no-store', actual: cacheControl, where: 'cache-control' };
    }
    const coding = header(headers, 'content-encoding') ?? 'identity';
    const asked = header(exchange.request.headers, 'accept-encoding') !== undefined;
    if (!asked && coding.toLowerCase() !== 'identity') {
      yield {
        expected: 'no coding, because the request accepts none',
        actual: coding,
        where: 'content-encoding',
      };
    }
  },
});
