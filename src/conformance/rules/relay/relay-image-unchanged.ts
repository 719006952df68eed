import { imageDigests } from '../../../answers/images/image-items.ts';
import { member, parseJsonBytes } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedImages } from '../../probes/relay/answers.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** An image with other bytes has lost quality, or what its provider wrote into it about its origin. */
export const relayImageUnchanged: JudgeRule<'relay'> = {
  id: 'relay-image-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, the image object: b64_json is the generated image',
  statement:
    'The images of an answer are those that the upstream sent, with the same bytes, none missing, and with the prompts that it revised.',
  provenBy: 'relay-image-reencoded',
  evidence: 'relay',
  operations: ['images'],
  needs: ['upstream'],
  probe: relayedImages,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const answer = exchange && narrow('answer', exchange);
    need(answer, 'a whole 2xx answer');
    const { contentSha256: sent, body } = needServingCall(relay).answer;
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
    const revised = revisedPrompts(parseJsonBytes(body));
    for (const [at, actual = 'none'] of revisedPrompts(answer.json).entries()) {
      const expected = revised[at];
      if (typeof expected !== 'string' || actual === expected) continue;
      yield { expected, actual, where: `data[${at}].revised_prompt`, exchange };
    }
  },
};

/** What each item of an answer has there; none of an answer that is too large to be kept whole. */
function revisedPrompts(json: unknown): readonly unknown[] {
  const data = member(json, 'data');
  return Array.isArray(data) ? data.map((item) => member(item, 'revised_prompt')) : [];
}
