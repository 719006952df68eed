import { imageDigests } from '../../../answers/images/image-digests.ts';
import { narrow } from '../../../answers/narrow.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedImages } from '../../probes/relayed-images.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** An image with other bytes has lost quality, or what its provider wrote into it about its origin. */
export const relayImageUnchanged: JudgeRule<'relay'> = {
  id: 'relay-image-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, the image object: b64_json is the generated image',
  statement:
    'The images of an answer are those that the upstream sent, with the same bytes and none missing.',
  provenBy: 'relay-image-reencoded',
  evidence: 'relay',
  operations: ['images'],
  needs: ['upstream'],
  probe: relayedImages,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const answer = exchange && narrow('answer', exchange);
    need(answer, 'a whole 2xx answer');
    const sent = needServingCall(relay).answer.contentSha256;
    const arrived = imageDigests(answer);
    need(arrived.length > 0, 'an image in base64', 'images-shape');
    for (const [at, { where, sizeBytes, sha256 }] of arrived.entries()) {
      if (sha256 === sent[at]) continue;
      yield {
        expected: sent[at] === undefined ? 'no further image' : `SHA-256 ${sent[at]}`,
        actual: `SHA-256 ${sha256} (${sizeBytes} bytes)`,
        where: `${where}.b64_json`,
        exchange,
      };
    }
    const n = sentBodyOf(exchange)?.body.n;
    const wanted = Math.min(sent.length, typeof n === 'number' ? n : 1);
    for (let at = arrived.length; at < wanted; at += 1) {
      yield {
        expected: `SHA-256 ${sent[at]}`,
        actual: 'no image',
        where: `data[${at}].b64_json`,
        exchange,
      };
    }
  },
};
