import { sentText } from '../../../answers/sent-body.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { textDifference } from '../../findings/differences.ts';
import { needBothRequests, promptTexts } from '../../findings/upstream-request.ts';
import { relayedPrompts } from '../../probes/relay/requests-passed-on.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** A model that gets another text answers another question, and nothing in its answer shows it. */
export const relayPromptUnchanged: JudgeRule<'relay'> = {
  id: 'relay-prompt-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: the question is that of the caller',
  statement:
    'The text of every message and every prompt reaches the upstream unchanged, in its place.',
  provenBy: 'relay-trim-prompt',
  evidence: 'relay',
  operations: ['chat', 'responses', 'images', 'video-create'],
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedPrompts,

  *judge(relay) {
    const { exchange, sent, upstream } = needBothRequests(relay);
    const texts = promptTexts(sent);
    concerns(texts.length > 0, 'a request with messages, an input or a prompt');
    const arrived = promptTexts(upstream);
    let from = 0;
    for (const [index, text] of texts.entries()) {
      const place = arrived.findIndex((other, at) => at >= from && other.includes(text));
      if (place !== -1) {
        from = place;
        continue;
      }
      const nearest = arrived.at(index - texts.length) ?? '';
      const difference = textDifference(text, nearest);
      if (difference === undefined) continue;
      const actual = isOfAnother(nearest, exchange)
        ? `${difference.actual}, of another request`
        : difference.actual;
      yield { ...difference, actual, where: `text ${index + 1} of the prompt`, exchange };
    }
  },
};

function isOfAnother(text: string, exchange: Exchange): boolean {
  const own = noncesIn(sentText(exchange));
  return [...noncesIn(text)].some((word) => !own.has(word));
}
