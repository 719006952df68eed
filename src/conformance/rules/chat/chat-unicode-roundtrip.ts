import { isUtf8 } from 'node:buffer';
import { askedBy, asksModel } from '../../asked.ts';
import { describeOutcome } from '../../evidence.ts';
import { isAccepted, isSettled } from '../../not-refused.ts';
import { unicodeChats } from '../../probes/chat.ts';
import { replyText } from '../../reply-text.ts';
import { type JudgeRule, need } from '../../rule.ts';
import { textDifference } from '../../text-difference.ts';

/** Names, accents, emoji and whole languages arrive broken, and cannot be mended. */
export const chatUnicodeRoundtrip: JudgeRule<'any'> = {
  id: 'chat-unicode-roundtrip',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 8259 §7, §8.1',
  statement: 'Text of every script survives a chat both ways, whether it is escaped or not.',
  provenBy: 'chat-latin1-encode',
  evidence: 'any',
  operations: ['chat'],
  probe: unicodeChats,

  *judge(answer, expect) {
    const { exchange, status } = answer;
    const prompt = askedBy(exchange)?.prompt;
    if (status >= 500 && isSettled(exchange) && BEYOND_ASCII.test(prompt ?? '')) {
      yield {
        expected: 'no 5xx for a text of several scripts',
        actual: status,
        where: 'status',
      };
      return;
    }
    const body = exchange.answer?.body;
    need(body, 'an answer with its body');
    if (!isAccepted(exchange)) need(false, `a 2xx answer: ${describeOutcome(exchange)}`);
    need(answer.form === 'body', 'an answer of one body');
    if (!isUtf8(body)) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
      return;
    }
    const text = replyText(answer);
    need(text !== undefined && prompt !== undefined, 'a prompt and an answer in text');
    if (asksModel(exchange, expect.echoModel)) {
      const difference = textDifference(prompt, text);
      if (difference) yield { ...difference, where: 'choices[0].message.content' };
    } else if (text.includes(REPLACEMENT) && !prompt.includes(REPLACEMENT)) {
      yield { expected: 'no U+FFFD', actual: text, where: 'choices[0].message.content' };
    }
  },
};

const REPLACEMENT = '\uFFFD';
const BEYOND_ASCII = /[^\0-\x7f]/;
