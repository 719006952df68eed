import { notRefused } from '../../findings/acceptance.ts';
import { unknownImageModel } from '../../probes/image-refusals.ts';
import type { JudgeRule } from '../../rule.ts';

/** A misspelled model gets images of another one, at its price; or looks like an outage. */
export const imagesUnknownModel: JudgeRule<'series'> = {
  id: 'images-unknown-model',
  level: 'should',
  provenance: 'assumed',
  source: 'interface §Image generation request (model); OpenAI (model_not_found)',
  statement: 'An image request with an unknown model is refused.',
  provenBy: 'img-unknown-model-500',
  evidence: 'series',
  operations: ['images'],
  probe: unknownImageModel,

  *judge(series) {
    yield* notRefused(series);
  },
};
