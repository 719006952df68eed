import { contradictions } from '../../../contract/contradictions.ts';
import { ImagesResponseSchema } from '../../../contract/images.ts';
import { fewImages } from '../../probes/images.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * A client reads the picture from `data[0].b64_json`: with a link or nothing there, it has no
 * picture to show, although the caller paid for it.
 */
export const imagesShape: JudgeRule<'reply'> = {
  id: 'images-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Image generation response: "created | integer", "data | array | Each item: b64_json (string, base64 image content), mime_type (string), revised_prompt (string)", "usage | object"; §Endpoints: "JSON image response (application/json)"',
  statement:
    'An image answer is application/json with created, data and usage. Every item of data has b64_json and mime_type.',
  provenBy: 'img-url-instead',
  evidence: 'reply',
  operations: ['images'],
  probe: fewImages,

  *judge(reply) {
    const { mediaType } = reply;
    if (mediaType !== 'application/json') {
      yield { expected: 'application/json', actual: mediaType, where: 'content-type' };
    }
    if (reply.form === 'body') yield* contradictions(ImagesResponseSchema, reply.json);
  },
};
