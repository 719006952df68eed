import type { Answer, Stream } from '../../answers/narrow.ts';
import { replyText } from '../../answers/reply.ts';
import { sentBodyOf, sentText } from '../../answers/sent-body.ts';
import { noncesIn } from '../../exchange/upstream/nonces.ts';
import { need } from '../rule.ts';

/**
 * Whether the text of a reply has a nonce that its request does not have: then it answers another
 * request, whatever else is wrong with it. `transport-no-cross-talk` has that finding.
 */
export function answersAnother(reply: Answer | Stream): boolean {
  return hasOther(reply, sentText(reply.exchange));
}

/**
 * For a rule that compares a prompt with its answer: the text must belong neither to another request
 * nor to an earlier turn, which other rules find.
 */
export function needOwnAnswer(reply: Answer | Stream): void {
  const { instructions = '', prompt = '' } = sentBodyOf(reply.exchange) ?? {};
  if (!hasOther(reply, `${instructions} ${prompt}`)) return;
  const cause = answersAnother(reply) ? 'transport-no-cross-talk' : 'chat-turns-in-order';
  need(false, 'an answer to this request, not to another one', cause);
}

function hasOther(reply: Answer | Stream, sent: string): boolean {
  const own = noncesIn(sent);
  return own.size > 0 && [...noncesIn(replyText(reply) ?? '')].some((nonce) => !own.has(nonce));
}
