import { isJsonObject, member } from '../../../answers/json.ts';
import { sentJson } from '../../../answers/sent-body.ts';
import { countText } from '../../../input/count-text.ts';
import { imageWithoutN } from '../../probes/images.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that requests an image without n is billed for more images than it wants. */
export const imagesNAbsentOne: JudgeRule<'answer'> = {
  id: 'images-n-absent-one',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateImageRequest (n defaults to 1)',
  statement: 'An image answer has one image if the request has no n.',
  provenBy: 'img-two-unasked',
  evidence: 'answer',
  operations: ['images'],
  probe: imageWithoutN,

  *judge({ exchange, json }) {
    const sent = sentJson(exchange);
    need(isJsonObject(sent) && !('n' in sent), 'a request without n');
    const data = member(json, 'data');
    need(Array.isArray(data), 'an answer with an array of data', 'images-shape');

    if (data.length !== 1) {
      yield { expected: '1 item', actual: countText(data.length, 'item'), where: 'data' };
    }
  },
};
