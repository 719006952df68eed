import { notRefused } from '../../findings/acceptance.ts';
import { oddSizes } from '../../probes/image-refusals.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client with a slip in its size gets, and pays, an image of a size that it did not ask for. */
export const imagesSizeRefused: JudgeRule<'series'> = {
  id: 'images-size-refused',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Image generation request (size, format <width>x<height>); OpenAI 400 "Invalid size"',
  statement: 'A size that is no <width>x<height> is refused.',
  provenBy: 'img-size-ignored',
  evidence: 'series',
  operations: ['images'],
  probe: oddSizes,

  *judge(series) {
    yield* notRefused(series);
  },
};
