import { z } from 'zod';
import { sentJson } from '../../../answers/sent-body.ts';
import { ImagesRequestSchema } from '../../../contract/images.ts';
import { fits } from '../../../contract/json.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

const DataSchema = z.looseObject({ data: z.array(z.unknown()) });

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
    need(fits(DataSchema, json), 'an answer with an array of data', 'images-shape');

    if (json.data.length !== sent.n) {
      yield { expected: `${sent.n} items`, actual: `${json.data.length} items`, where: 'data' };
    }
  },
};
