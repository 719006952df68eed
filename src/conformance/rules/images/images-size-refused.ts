import { notRefused } from '../../findings/acceptance.ts';
import { oddSizes } from '../../probes/image-refusals.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * A client with a mistake in size gets, and pays for, an image of a size that it did not request.
 */
export const imagesSizeRefused: JudgeRule<'series'> = {
  id: 'images-size-refused',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Image generation request (size, format <width>x<height>); OpenAI 400 "Invalid size"',
  statement: 'A size that is not <width>x<height> is refused.',
  provenBy: 'img-size-ignored',
  evidence: 'series',
  operations: ['images'],
  probe: oddSizes,

  *judge(series) {
    yield* notRefused(series);
  },
};
