import { imageItems, mayBeDecoded } from '../../../answers/images/image-items.ts';
import { sentJson } from '../../../answers/sent-body.ts';
import { ImagesRequestSchema } from '../../../contract/images.ts';
import { fits } from '../../../contract/json.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/** An image of another size than requested is stretched or cropped to fit the layout. */
export const imagesDimensions: JudgeRule<'answer'> = {
  id: 'images-dimensions',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Image generation request (size, format <width>x<height>); router-for-me/CLIProxyAPI#4114',
  statement: 'Every image has the width and height that size requests.',
  provenBy: 'img-swap-wh',
  evidence: 'answer',
  operations: ['images'],
  probe: fewImages,

  *judge(answer) {
    const sent = sentJson(answer.exchange);
    need(fits(ImagesRequestSchema, sent) && sent.size !== undefined, 'a request with size');
    const items = imageItems(answer);
    need(items.length > 0, 'an item with text in b64_json', 'images-shape');
    const isDecoded = items.some(mayBeDecoded);
    needSeen(isDecoded, 'an image of a type that Assay decodes');
    const sizes = items.flatMap(({ where, reading }) =>
      reading?.kind === 'whole' ? [{ where, size: `${reading.width}x${reading.height}` }] : [],
    );
    need(sizes.length > 0, 'a complete PNG, JPEG or WebP', 'images-shape');

    for (const { where, size } of sizes) {
      if (size !== sent.size)
        yield { expected: sent.size, actual: size, where: `${where}.b64_json` };
    }
  },
};
