import { imageItems } from '../../../answers/images/image-items.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client names the file or sets the header by mime_type: the next system refuses a wrong one. */
export const imagesMimeMatches: JudgeRule<'answer'> = {
  id: 'images-mime-matches',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Image generation response: "mime_type (string)"; the IANA media types',
  statement: 'The field mime_type is the registered media type of the bytes in b64_json.',
  provenBy: 'img-mime-lie',
  evidence: 'answer',
  operations: ['images'],
  probe: fewImages,

  *judge(answer) {
    const known = imageItems(answer).flatMap(({ where, content, mimeType }) => {
      const type = content?.type;
      return type === undefined || mimeType === undefined ? [] : [{ where, type, mimeType }];
    });
    need(
      known.length > 0,
      'an item with mime_type and the base64 of an image of a known type',
      'images-shape',
    );

    for (const { where, type, mimeType } of known) {
      if (mimeType.toLowerCase() === type) continue;
      yield { expected: type, actual: mimeType, where: `${where}.mime_type` };
    }
  },
};
