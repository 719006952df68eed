import { isUtf8 } from 'node:buffer';
import { member, objectsIn } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { type Exchange, isSuccess, mediaType } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { anyRule, replyRule, seriesRule } from '../../declare.ts';
import { isAccepted, isSettled, notAccepted } from '../../findings/acceptance.ts';
import { textDifference } from '../../findings/differences.ts';
import { fullChats, shortChat } from '../../probes/answers.ts';
import { dialogs, longPrompts, unicodeChats } from '../../probes/echoes.ts';
import { badChats, unknownField, unknownModel } from '../../probes/refused.ts';
import { accepted, answeredWith, refused } from '../../rows/requests.ts';
import { appliesTo, need } from '../../rule.ts';

export const chatAccepted = accepted('chat-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /chat/completions ("JSON chat completion request | JSON chat completion response")',
  statement: 'A valid chat request with a valid key returns 2xx.',
  harm: 'A client whose valid request is refused cannot chat, or can only sometimes.',
  provenBy: 'chat-401-some',
  probe: shortChat,
});

export const chatBadFieldsRefused = refused('chat-bad-fields-refused', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest (required model, messages)',
  statement:
    'A chat request without model or messages, or with a field of the wrong type, returns 4xx.',
  harm: 'A mistake that returns 2xx is not noticed: the caller pays for an answer to another question.',
  provenBy: 'chat-missing-model-default',
  probe: badChats,
});

export const chatUnknownField = answeredWith('chat-unknown-field', {
  level: 'should',
  assumed: 'OpenAI (400 for an unrecognised argument); Open Responses, extending the specification',
  statement: 'The gateway ignores an unknown field of a chat request, or returns 400.',
  harm: 'A client that is newer than the gateway takes its 5xx for an outage and retries forever.',
  provenBy: 'chat-unknown-field-500',
  probe: unknownField,
  allows: (status) => status === 400 || status === 422 || isSuccess({ status }),
  expected: () => '2xx or 400',
  legal: [200, 400, 422],
  illegal: [300, 404, 500],
});

export const chatUnknownModel = answeredWith('chat-unknown-model', {
  level: 'should',
  assumed: 'Open Responses, errors (not_found, 404); OpenAI (model_not_found)',
  statement: 'A chat request with an unknown model returns 404 or 400.',
  harm: 'Another model answers, and is billed, for a misspelled name; or the mistake looks like an outage.',
  provenBy: 'chat-unknown-model-500',
  probe: unknownModel,
  settings: ['unknownModelStatus'],
  allows: (status, { unknownModelStatus }) => unknownModelStatus.includes(status),
  expected: ({ unknownModelStatus }) => unknownModelStatus.join(' or '),
  legal: [400, 404],
  illegal: [200, 500],
});

export const chatFieldsAccepted = seriesRule('chat-fields-accepted', {
  level: 'must',
  stated:
    'interface §Chat completion request: "temperature | number | Sampling temperature."; §Message: "The roles system and user are used."',
  statement:
    'A chat request may have a temperature, as an integer or a fraction, and messages with the role system.',
  harm: 'A client that sets how the model must answer gets no answer.',
  provenBy: 'chat-temperature-integer-only',
  probe: fullChats,
  *judge(series) {
    const refusals = series.exchanges.map((exchange) => narrow('failure', exchange));
    const codes = refusals.map((failure) => member(member(failure?.json, 'error'), 'code'));
    // A value that one model refuses says nothing about the gateway.
    need(!codes.includes('unsupported_value'), 'a model that accepts every value');
    yield* notAccepted(series);
  },
});

export const chatTurnsInOrder = replyRule('chat-turns-in-order', {
  level: 'must',
  stated:
    'interface §Chat completion request: "messages | array of message | Dialog turns, in order."',
  statement: 'The messages of a chat reach the model in order: it answers the last one.',
  harm: 'A dialog in another order is another dialog: the model answers an old question.',
  provenBy: 'chat-turns-reversed',
  needs: ['echoing-model'],
  settings: ['echoModel'],
  probe: dialogs,
  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    const sent = sentBodyOf(reply.exchange);
    const turns = objectsIn(sent?.body.messages).filter(({ role }) => role === 'user');
    need(turns.length > 1, 'a dialog of several turns');
    const [expected] = noncesIn(sent?.prompt ?? '');
    const text = replyText(reply);
    need(expected !== undefined && text, 'a nonce in the last turn, and an answer with text');
    if (text.includes(expected)) return;
    yield { expected: `${expected}, of the last turn`, actual: text };
  },
});

/** In characters: longer than most buffers that a gateway could cut a text to. */
const LONG = 16_384;

export const chatLongPromptWhole = replyRule('chat-long-prompt-whole', {
  level: 'must',
  assumed: 'interface §Message ("content | Text of the turn"), §Responses request ("Input text")',
  statement: 'A prompt of many thousands of characters reaches the model whole.',
  harm: 'A model that gets only the start of a document answers as if that were all of it, and nothing shows that.',
  provenBy: 'chat-prompt-cut',
  operations: ['chat', 'responses'],
  needs: ['echoing-model'],
  settings: ['echoModel'],
  probe: longPrompts,
  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    const sent = sentBodyOf(reply.exchange);
    need(sent?.prompt && sent.prompt.length >= LONG, 'a long prompt');
    const text = replyText(reply);
    need(text, 'an answer with text');
    if (text.endsWith(sent.prompt)) return;
    const difference = textDifference(sent.prompt, text);
    if (difference) yield difference;
  },
});

export const chatUnicodeRoundtrip = anyRule('chat-unicode-roundtrip', {
  level: 'must',
  assumed: 'RFC 8259 §7, §8.1',
  statement:
    'Text in every script passes unchanged through a chat, to the model and back, escaped or not.',
  harm: 'Names, accents, emoji and whole languages arrive broken, and cannot be repaired.',
  provenBy: 'chat-latin1-encode',
  settings: ['echoModel'],
  probe: unicodeChats,
  *judge(answer, expect) {
    const { exchange, status } = answer;
    appliesTo(saysJson(exchange), 'a chat request with the media type application/json');
    const prompt = sentBodyOf(exchange)?.prompt;
    if (status >= 500 && isSettled(exchange) && UNUSUAL.test(prompt ?? '')) {
      const kind = BEYOND_ASCII.test(prompt ?? '') ? 'several scripts' : 'a tab and a new line';
      yield {
        expected: `no 5xx for a text of ${kind}`,
        actual: status,
        where: 'status',
      };
      return;
    }
    const body = exchange.answer?.body;
    need(body, 'an answer with its body');
    if (!isAccepted(exchange)) need(false, `a 2xx answer: ${describeOutcome(exchange)}`);
    need(answer.form === 'body', 'an answer in one body');
    if (!isUtf8(body)) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
      return;
    }
    const text = replyText(answer);
    need(text !== undefined && prompt !== undefined, 'a prompt and an answer in text');
    if (requestsModel(exchange, expect.echoModel)) {
      need(prompt.length < LONG, 'a prompt that is short enough to arrive whole');
      for (const { kind, expected, actual } of characterDifferences(prompt, text)) {
        const where = 'choices[0].message.content';
        yield { expected: `${kind} as sent: ${expected}`, actual, where };
      }
    } else if (text.includes(REPLACEMENT) && !prompt.includes(REPLACEMENT)) {
      yield { expected: 'no U+FFFD', actual: text, where: 'choices[0].message.content' };
    }
  },
});

const REPLACEMENT = '\uFFFD';

const BEYOND_ASCII = /[^\0-\x7f]/;

const UNUSUAL = /[^\x20-\x7e]/;

/** A gateway may interpret a body of another media type in another way. */
function saysJson({ request: { headers } }: Exchange): boolean {
  return mediaType(headers) === 'application/json';
}

/** Characters that break together, by a name for them. Each belongs to the first kind that fits. */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['tabs and line breaks', /[\t\n\r]/u],
  ['characters beyond U+FFFF', /[\u{10000}-\u{10ffff}]/u],
  ['combining marks', /\p{M}/u],
  ['characters of other scripts', /[^\0-\x7f]/u],
];
const OTHERS = 'characters of ASCII';

/** How the characters of one kind came back. */
interface KindDifference {
  readonly kind: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * The kinds of characters that did not survive: a difference for each. Those of ASCII are named
 * only where they alone differ, as a question mark may stand for any other.
 */
function characterDifferences(sent: string, back: string): readonly KindDifference[] {
  const [wanted, seen] = [byKind(sent), byKind(back)];
  const differences = [...KINDS.map(([kind]) => kind), OTHERS].flatMap((kind) => {
    const difference = textDifference(wanted.get(kind) ?? '', seen.get(kind) ?? '');
    return difference === undefined ? [] : [{ kind, ...difference }];
  });
  const beyond = differences.filter(({ kind }) => kind !== OTHERS);
  return beyond.length > 0 ? beyond : differences;
}

function byKind(text: string): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const character of text) {
    const [kind = OTHERS] = KINDS.find(([, pattern]) => pattern.test(character)) ?? [];
    kinds.set(kind, (kinds.get(kind) ?? '') + character);
  }
  return kinds;
}
