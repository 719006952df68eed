import { narrow } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { splicedUpstream } from '../../probes/relay/streams.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** The halves of two answers read like one, with a break in the middle of a sentence or of JSON. */
export const relayNoSplice: JudgeRule<'relay'> = {
  id: 'relay-no-splice',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: the answer is one answer of the model; RFC 9110 §9.2.2',
  statement: 'A stream that fails after its first token is not continued with another answer.',
  provenBy: 'relay-splice-retry',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: splicedUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const calls = needCalls(relay);
    const hasFailed = calls.some(({ failure }) => failure !== undefined);
    concerns(exchange && hasFailed, 'a stream that the upstream completed');
    const begun = narrow('begun', exchange);
    need(begun, 'an answer');
    const got = wordsOf(replyText(begun));
    const texts = calls.map(({ answer }) => wordsOf(answer.text));
    const parts = texts.filter((text) => {
      const others = texts.filter((other) => other !== text);
      return text.some((word) => got.includes(word) && !others.flat().includes(word));
    });
    if (parts.length < 2) return;
    yield {
      expected: 'the text of one upstream answer',
      actual: `parts of ${parts.length}`,
      where: 'the joined text',
      exchange,
    };
  },
};

function wordsOf(text = ''): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
