import { notRefused } from '../../findings/acceptance.ts';
import { oddPrompts } from '../../probes/image-refusals.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that lost its prompt pays for a picture of anything. */
export const imagesPromptRequired: JudgeRule<'series'> = {
  id: 'images-prompt-required',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateImageRequest, required [prompt]',
  statement:
    'An image request without a prompt, or with an empty one or one that is not a string, is refused.',
  provenBy: 'img-missing-prompt-200',
  evidence: 'series',
  operations: ['images'],
  probe: oddPrompts,

  *judge(series) {
    yield* notRefused(series);
  },
};
