import { imageItems, mayBeDecoded } from '../../../answers/images/image-items.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/** A truncated or damaged image shows half a picture or none, although the caller paid for it. */
export const imagesDecodes: JudgeRule<'answer'> = {
  id: 'images-decodes',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Image generation response: "b64_json (string, base64 image content)"',
  statement: 'The bytes of every image are a complete image of a known type.',
  provenBy: 'img-truncated',
  evidence: 'answer',
  operations: ['images'],
  probe: fewImages,

  *judge(answer) {
    const items = imageItems(answer);
    need(items.length > 0, 'an item with text in b64_json', 'images-shape');
    const isDecoded = items.some(mayBeDecoded);
    needSeen(isDecoded, 'an image of a type that Assay decodes');
    const readings = items.flatMap(({ where, reading }) =>
      reading === undefined || reading.kind === 'unread' ? [] : [{ where, reading }],
    );
    need(readings.length > 0, 'an item with base64 of a PNG, JPEG or WebP', 'images-shape');

    for (const { where, reading } of readings) {
      if (reading.kind !== 'broken') continue;
      yield { expected: 'a complete image', actual: reading.problem, where: `${where}.b64_json` };
    }
  },
};
