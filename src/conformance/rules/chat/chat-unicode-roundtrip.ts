import { isUtf8 } from 'node:buffer';
import { describeOutcome } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { type Exchange, mediaType } from '../../../exchange/exchange.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { characterDifferences } from '../../findings/character-kinds.ts';
import { needOwnAnswer } from '../../findings/foreign-answer.ts';
import { unicodeChats } from '../../probes/texts.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Names, accents, emoji and whole languages arrive broken, and cannot be repaired. */
export const chatUnicodeRoundtrip: JudgeRule<'any'> = {
  id: 'chat-unicode-roundtrip',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 8259 §7, §8.1',
  statement:
    'Text in every script passes unchanged through a chat, to the model and back, escaped or not.',
  provenBy: 'chat-latin1-encode',
  evidence: 'any',
  operations: ['chat'],
  probe: unicodeChats,

  *judge(answer, expect) {
    const { exchange, status } = answer;
    concerns(saysJson(exchange), 'a chat request with the media type application/json');
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
      needOwnAnswer(answer);
      for (const { kind, expected, actual } of characterDifferences(prompt, text)) {
        const where = 'choices[0].message.content';
        yield { expected: `${kind} as sent: ${expected}`, actual, where };
      }
    } else if (text.includes(REPLACEMENT) && !prompt.includes(REPLACEMENT)) {
      yield { expected: 'no U+FFFD', actual: text, where: 'choices[0].message.content' };
    }
  },
};

/** A longer prompt may come back cut, which `chat-long-prompt-whole` finds. */
const LONG = 16_384;
const REPLACEMENT = '\uFFFD';
const BEYOND_ASCII = /[^\0-\x7f]/;
const UNUSUAL = /[^\x20-\x7e]/;

/** A gateway may interpret a body of another media type in another way. */
function saysJson({ request: { headers } }: Exchange): boolean {
  return mediaType(headers) === 'application/json';
}
