import { z } from 'zod';
import { askedJson } from '../../../answers/sent-body.ts';
import { fits } from '../../../contract/fits.ts';
import { ImagesRequestSchema } from '../../../contract/images.ts';
import { fewImages } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

const DataSchema = z.looseObject({ data: z.array(z.unknown()) });

/** Too few images leave a gap in the page that asked for them; too many are billed unasked. */
export const imagesNHonoured: JudgeRule<'answer'> = {
  id: 'images-n-honoured',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Image generation request: "n | integer | Number of images."',
  statement: 'An image answer holds as many images as n asks for.',
  provenBy: 'img-n-minus-one',
  evidence: 'answer',
  operations: ['images'],
  probe: fewImages,

  *judge({ exchange, json }) {
    const asked = askedJson(exchange);
    need(fits(ImagesRequestSchema, asked) && asked.n !== undefined, 'a request that gives n');
    need(fits(DataSchema, json), 'an answer with an array of data', 'images-shape');

    if (json.data.length !== asked.n) {
      yield { expected: `${asked.n} items`, actual: `${json.data.length} items`, where: 'data' };
    }
  },
};
