import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { textDifference } from '../../findings/differences.ts';
import { needOwnAnswer } from '../../findings/foreign-answer.ts';
import { unicodeResponses } from '../../probes/texts.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A line break, a blank or a mark that is lost changes code, names and whole words. */
export const transportTextUnchanged: JudgeRule<'reply'> = {
  id: 'transport-text-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 8259 §7, §8.1; interface §Message ("content | Text of the turn")',
  statement:
    'Text passes unchanged through a chat and a response, in one body and as a stream: line ends, blanks, marks, directions, invisible characters, markup and escapes.',
  provenBy: 'resp-text-ascii',
  evidence: 'reply',
  operations: ['chat', 'responses'],
  needs: ['echoing-model'],
  probe: unicodeResponses,

  *judge(reply, expect) {
    const { exchange } = reply;
    concerns(requestsModel(exchange, expect.echoModel), 'a request to the echoing model');
    const prompt = sentBodyOf(exchange)?.prompt ?? '';
    need(prompt.length < LONG, 'a prompt that is short enough to arrive whole');
    need(!CONTROL.test(prompt), 'a prompt without control characters');
    needOwnAnswer(reply);
    const text = replyText(reply);
    need(text !== undefined, 'an answer with text');
    if (text.endsWith(prompt)) return;
    const difference = textDifference(prompt, text);
    if (difference) yield { ...difference, where: 'the text' };
  },
};

/** A longer prompt may come back cut, which `chat-long-prompt-whole` finds. */
const LONG = 16_384;
/** A text may end, or be refused, at one of these. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
