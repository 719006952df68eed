import { contentCoding, decodes, withoutCoding } from '../../../answers/content-coding.ts';
import { narrow } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { textDifference } from '../../findings/differences.ts';
import { needOrdinaryRelay } from '../../findings/upstream/ordinary-relay.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { encodedUpstream } from '../../probes/relay/streams.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A client that is not informed of the coding gets bytes that it cannot read. */
export const relayEncodedBody: JudgeRule<'relay'> = {
  id: 'relay-encoded-body',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §8.4',
  statement: 'A gzip body of the upstream arrives decoded, or with its Content-Encoding.',
  provenBy: 'relay-gzip-mislabelled',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: encodedUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    needOrdinaryRelay(relay);
    const isEncoded = relay.upstream.at(-1)?.failure === 'gzip';
    concerns(exchange && isEncoded, 'another answer of the upstream');
    const sent = needServingCall(relay).answer.text;
    need(sent !== undefined, 'a text of at most 1 MiB');
    const plain = withoutCoding(exchange);
    if (plain === undefined) {
      const coding = contentCoding(exchange);
      const isFalse = decodes(coding, exchange.answer?.body ?? Buffer.alloc(0)) === false;
      need(isFalse, `a coding that Assay knows: ${coding}`);
      yield { expected: `a body in ${coding}`, actual: 'other bytes', exchange };
      return;
    }
    const reply = narrow('reply', plain);
    const difference = textDifference(sent, (reply && replyText(reply)) ?? '');
    if (difference) yield { ...difference, where: 'the text', exchange };
  },
};
