import { textDifference } from '../../findings/differences.ts';
import { needBothRequests, promptTexts } from '../../findings/upstream-request.ts';
import { relayedPrompts } from '../../probes/relayed-prompts.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** A model that gets another text answers another question, and nothing in its answer shows it. */
export const relayPromptUnchanged: JudgeRule<'relay'> = {
  id: 'relay-prompt-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: the question is that of the caller',
  statement: 'The text of every message reaches the upstream unchanged.',
  provenBy: 'relay-trim-prompt',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  fromTraffic: true,
  probe: relayedPrompts,

  *judge(relay) {
    const { exchange, sent, upstream } = needBothRequests(relay);
    const texts = promptTexts(sent);
    concerns(texts.length > 0, 'a request with messages or an input');
    const arrived = promptTexts(upstream);
    for (const [index, text] of texts.entries()) {
      if (arrived.some((other) => other.includes(text))) continue;
      const nearest = arrived.at(index - texts.length) ?? '';
      const difference = textDifference(text, nearest);
      if (difference) yield { ...difference, where: `text ${index + 1} of the prompt`, exchange };
    }
  },
};
