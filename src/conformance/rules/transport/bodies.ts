import { isUtf8 } from 'node:buffer';
import {
  acceptsCoding,
  contentCoding,
  decodes,
  looksCompressed,
} from '../../../answers/content-coding.ts';
import { isJsonObject } from '../../../answers/json.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf, sentText } from '../../../answers/sent-body.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { repeatedMembers } from '../../../contract/repeated-members.ts';
import { header } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { anyRule, begunRule, replyRule, seriesRule } from '../../declare.ts';
import { isAccepted } from '../../findings/acceptance.ts';
import { textDifference } from '../../findings/differences.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { shortChat } from '../../probes/answers.ts';
import { shownKeys } from '../../probes/credentials.ts';
import { crowdOfEchoes, unicodeResponses, unicodeStreams } from '../../probes/echoes.ts';
import { codedChats } from '../../probes/http.ts';
import { appliesTo, type Finding, need } from '../../rule.ts';

export const transportBodiesJson = anyRule('transport-bodies-json', {
  level: 'must',
  stated: 'interface: "All bodies are JSON"; RFC 8259 §2, §8.1 (UTF-8)',
  statement:
    'A body of type application/json is one JSON value in UTF-8, with nothing before or after it.',
  harm: 'JSON parsers fail on anything beside the value, and the whole answer is lost. Bytes that are not UTF-8 are an error too, or arrive as replacement characters.',
  provenBy: 'tp-json-junk',
  operations: OPERATION_NAMES,
  probe: shownKeys,
  *judge(reply) {
    appliesTo(reply.exchange.operation !== 'other', 'an answer of an operation');
    appliesTo(reply.form === 'body', 'an answer in one body');
    need(reply.mediaType === 'application/json', 'a JSON body');
    const body = reply.exchange.answer?.body;
    const isRead = contentCoding(reply.exchange) === 'identity';
    need(body !== undefined && body.length > 0 && isRead, 'a body to read');
    if (!isUtf8(body)) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
    } else if (reply.json === undefined) {
      yield { expected: 'one JSON value', actual: `… ${reply.text.slice(-SHOWN)}` };
    }
  },
});

/** Characters of the end, where the surplus usually is. */
const SHOWN = 60;

export const transportBodyLength = begunRule('transport-body-length', {
  level: 'must',
  assumed: 'RFC 9110 §8.6 (Content-Length); RFC 9112 §6.3, §7.1 (chunked, last chunk)',
  statement: 'A body has exactly Content-Length bytes or ends with a last chunk, in streams too.',
  harm: 'A strict client fails on a body that ends before its announced length, even if the answer is complete; a lax one cannot distinguish it from half an answer.',
  provenBy: 'tp-abrupt-close',
  operations: OPERATION_NAMES,
  settings: ['failingMidStreamModel'],
  probe: unicodeStreams,
  *judge({ exchange }, expect) {
    // A model that fails during a stream may end it that way: other rules judge how it reports
    // that.
    need(!requestsModel(exchange, expect.failingMidStreamModel), 'a model that does not fail');
    // The refusal of a request that was not read to its end may be cut by the bytes still in
    // transit.
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    const { outcome, answer, failure, timing } = exchange;
    if (outcome === 'answered') return;
    const length = header(answer?.headers ?? [], 'content-length');
    yield {
      expected: length === undefined ? 'the last chunk' : `${length} bytes`,
      actual: `${answer?.sizeBytes ?? 0} bytes, then ${failure ?? 'the end of the connection'}`,
      atMs: timing.endMs - timing.sendMs,
    };
  },
});

export const transportMembersOnce = anyRule('transport-members-once', {
  level: 'must',
  assumed:
    'RFC 8259 §4 (names SHOULD be unique); RFC 7493 §2.3 (MUST NOT); tinyhumansai/openhuman#4204 (serde: duplicate field)',
  statement: 'No JSON object in an answer or an event has two members with the same name.',
  harm: 'A client in Rust or Go rejects the whole answer; two other clients may each read another value.',
  provenBy: 'tp-member-twice',
  operations: OPERATION_NAMES,
  probe: shortChat,
  *judge(answer) {
    if (answer.form === 'body') {
      need(isJsonObject(answer.json), 'a body that is a JSON object');
      yield* twice(answer.text, answer.json);
      return;
    }
    const events = answer.events.filter(({ data }) => data.startsWith('{'));
    need(events.length > 0, 'a stream with events in JSON');
    for (const { data, json, atMs } of events) {
      for (const found of twice(data, json)) yield { ...found, atMs };
    }
  },
});

function twice(text: string, json: unknown): readonly Finding[] {
  return repeatedMembers(text, json).map((where) => ({
    expected: 'one member with this name',
    actual: 'two',
    where,
  }));
}

export const transportCodingAsked = seriesRule('transport-coding-asked', {
  level: 'should',
  assumed:
    'RFC 9110 §12.5.3 (without the header, a server may use any coding); curl without --compressed',
  statement: 'The gateway compresses a body only for a client that accepts the coding.',
  harm: 'A client that does not decode, such as curl or a small device, shows its user compressed bytes.',
  provenBy: 'tp-gzip-unasked',
  operations: ['chat'],
  probe: codedChats,
  *judge({ exchanges: [exchange] }) {
    need(exchange?.answer?.body, 'an answer with a body');
    appliesTo(!acceptsCoding(exchange), 'a request without Accept-Encoding');
    const actual = contentCoding(exchange);
    if (actual === 'identity') return;
    yield {
      expected: 'no coding, because the request accepts none',
      actual,
      where: 'content-encoding',
      exchange,
    };
  },
});

export const transportCodingTrue = seriesRule('transport-coding-true', {
  level: 'must',
  assumed: 'RFC 9110 §8.4, §8.4.1',
  statement:
    'A body has the coding that its Content-Encoding names, and no coding without that header.',
  harm: 'A client decodes by the header: if it is wrong, the client reads garbage or fails.',
  provenBy: 'tp-gzip-lie',
  operations: ['chat'],
  probe: codedChats,
  *judge({ exchanges: [exchange] }) {
    const body = exchange?.answer?.body;
    need(exchange && isAccepted(exchange) && body && body.length > 0, 'a 2xx answer with a body');
    const coding = contentCoding(exchange);
    const where = 'content-encoding';
    if (coding === 'identity') {
      if (!looksCompressed(body)) return;
      yield { expected: 'gzip, as the body is', actual: 'absent', where, exchange };
      return;
    }
    const isTrue = decodes(coding, body);
    need(isTrue !== undefined, `a coding that Assay knows: ${coding}`);
    if (!isTrue) yield { expected: `a body in ${coding}`, actual: 'other bytes', where, exchange };
  },
});

export const transportTextUnchanged = replyRule('transport-text-unchanged', {
  level: 'must',
  assumed: 'RFC 8259 §7, §8.1; interface §Message ("content | Text of the turn")',
  statement:
    'Text passes unchanged through a chat and a response, in one body and as a stream: line ends, blanks, marks, directions, invisible characters, markup and escapes.',
  harm: 'A line break, a blank or a mark that is lost changes code, names and whole words.',
  provenBy: 'resp-text-ascii',
  operations: ['chat', 'responses'],
  needs: ['echoing-model'],
  settings: ['echoModel'],
  probe: unicodeResponses,
  *judge(reply, expect) {
    const { exchange } = reply;
    appliesTo(requestsModel(exchange, expect.echoModel), 'a request to the echoing model');
    const prompt = sentBodyOf(exchange)?.prompt ?? '';
    need(prompt.length < LONG, 'a prompt that is short enough to arrive whole');
    need(!CONTROL.test(prompt), 'a prompt without control characters');
    const text = replyText(reply);
    need(text !== undefined, 'an answer with text');
    if (text.endsWith(prompt)) return;
    const difference = textDifference(prompt, text);
    if (difference) yield { ...difference, where: 'the text' };
  },
});

/** A longer prompt may come back cut, which `chat-long-prompt-whole` finds. */
const LONG = 16_384;

/** A text may end, or be refused, at one of these. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

export const transportNoCrossTalk = replyRule('transport-no-cross-talk', {
  level: 'must',
  assumed:
    'RFC 9112 §9.2 (which response answers which request); gatewayproof, concurrent isolation',
  statement:
    'With concurrent requests, every caller gets its own answer and no text of another caller.',
  harm: 'One user reads the request of another.',
  provenBy: 'tp-swap-bodies',
  operations: ['chat', 'responses'],
  needs: ['echoing-model'],
  settings: ['echoModel'],
  probe: crowdOfEchoes,
  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    const own = noncesIn(sentText(reply.exchange));
    need(own.size > 0, 'a prompt with a nonce');
    const text = replyText(reply);
    need(text !== undefined && text !== '', 'an answer with text');

    const expected = [...own].join(', ');
    const seen = noncesIn(text);
    need(seen.size > 0, 'an answer that repeats a nonce');
    for (const nonce of seen) {
      if (!own.has(nonce)) yield { expected, actual: `${nonce}, of another request` };
    }
  },
});
