import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { textDifference } from '../../findings/differences.ts';
import { needOwnAnswer } from '../../findings/foreign-answer.ts';
import { longPrompts } from '../../probes/texts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** In characters: longer than most buffers that a gateway could cut a text to. */
const LONG = 16_384;

/**
 * A model that gets only the start of a document answers as if that were all of it, and nothing
 * shows that.
 */
export const chatLongPromptWhole: JudgeRule<'reply'> = {
  id: 'chat-long-prompt-whole',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Message ("content | Text of the turn"), §Responses request ("Input text")',
  statement: 'A prompt of many thousands of characters reaches the model whole.',
  provenBy: 'chat-prompt-cut',
  evidence: 'reply',
  operations: ['chat', 'responses'],
  needs: ['echoing-model'],
  probe: longPrompts,

  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    needOwnAnswer(reply);
    const sent = sentBodyOf(reply.exchange);
    need(sent?.prompt && sent.prompt.length >= LONG, 'a long prompt');
    const text = replyText(reply);
    need(text, 'an answer with text');
    if (text.endsWith(sent.prompt)) return;
    const difference = textDifference(sent.prompt, text);
    if (difference) yield difference;
  },
};
