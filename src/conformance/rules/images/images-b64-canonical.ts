import { imageItems } from '../../../answers/images/image-items.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Strict decoders reject a data: prefix, a line break or a URL-safe letter: no image is shown. */
export const imagesB64Canonical: JudgeRule<'answer'> = {
  id: 'images-b64-canonical',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Image generation response: "b64_json (string, base64 image content)"; RFC 4648 §3.1, §3.2, §3.5 and §4',
  statement:
    'The field b64_json is padded base64 in the standard alphabet, without a data: prefix or line breaks.',
  provenBy: 'img-data-url-prefix',
  evidence: 'answer',
  operations: ['images'],
  probe: fewImages,

  *judge(answer) {
    const items = imageItems(answer);
    need(items.length > 0, 'an item with text in b64_json', 'images-shape');

    for (const { where, base64, content } of items) {
      if (content !== undefined) continue;
      yield {
        expected: 'padded base64 in the standard alphabet',
        actual: base64.slice(0, PREVIEW_CHARACTERS),
        where: `${where}.b64_json`,
      };
    }
  },
};

const PREVIEW_CHARACTERS = 48;
