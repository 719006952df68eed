import { z } from 'zod';
import { isJsonObject } from '../../../answers/json.ts';
import { sentJson } from '../../../answers/sent-body.ts';
import { fits } from '../../../contract/json.ts';
import { imageWithoutN } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

const DataSchema = z.looseObject({ data: z.array(z.unknown()) });

/** Whoever asks for an image, and says no number, is billed for what nobody asked for. */
export const imagesNAbsentOne: JudgeRule<'answer'> = {
  id: 'images-n-absent-one',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateImageRequest (n defaults to 1)',
  statement: 'An image answer holds one image when the request leaves n out.',
  provenBy: 'img-two-unasked',
  evidence: 'answer',
  operations: ['images'],
  probe: imageWithoutN,

  *judge({ exchange, json }) {
    const sent = sentJson(exchange);
    need(isJsonObject(sent) && !('n' in sent), 'a request that leaves n out');
    need(fits(DataSchema, json), 'an answer with an array of data', 'images-shape');

    if (json.data.length !== 1) {
      yield { expected: '1 items', actual: `${json.data.length} items`, where: 'data' };
    }
  },
};
