import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { sentJson } from '../../../answers/sent-body.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { notRefused } from '../../findings/acceptance.ts';
import { oddNumbers } from '../../probes/bad-fields.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that requests twelve images and silently gets ten builds its page with two holes. */
export const imagesNRefused: JudgeRule<'series'> = {
  id: 'images-n-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateImageRequest, n from 1 to 10; the interface shows no limits',
  statement:
    'The gateway refuses a number of images that it does not support, and does not reduce it.',
  provenBy: 'img-n-clamped',
  evidence: 'series',
  operations: ['images'],
  probe: oddNumbers,

  *judge(series) {
    for (const finding of notRefused(series)) {
      // A higher maximum than the profile's is not a defect.
      if (finding.exchange && drawsAsMany(finding.exchange)) continue;
      yield finding;
    }
  },
};
function drawsAsMany(exchange: Exchange): boolean {
  const data = member(narrow('answer', exchange)?.json, 'data');
  return Array.isArray(data) && data.length > 0 && data.length === member(sentJson(exchange), 'n');
}
