import { member } from '../../../answers/json.ts';
import { sentJson } from '../../../answers/sent-body.ts';
import { ImagesRequestSchema } from '../../../contract/images.ts';
import { fits } from '../../../contract/json.ts';
import { countText } from '../../../input/count-text.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * With too few images the page has a gap; with too many the caller pays for images that it did not
 * request.
 */
export const imagesNHonoured: JudgeRule<'answer'> = {
  id: 'images-n-honoured',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Image generation request: "n | integer | Number of images."',
  statement: 'An image answer has n images.',
  provenBy: 'img-n-minus-one',
  evidence: 'answer',
  operations: ['images'],
  probe: fewImages,

  *judge({ exchange, json }) {
    const sent = sentJson(exchange);
    need(fits(ImagesRequestSchema, sent) && sent.n !== undefined, 'a request with n');
    const data = member(json, 'data');
    need(Array.isArray(data), 'an answer with an array of data', 'images-shape');

    if (data.length !== sent.n) {
      yield {
        expected: countText(sent.n, 'item'),
        actual: countText(data.length, 'item'),
        where: 'data',
      };
    }
  },
};
