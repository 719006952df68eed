import { notRefused } from '../../findings/acceptance.ts';
import { oddJobs } from '../../probes/video-refusals.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * A job with a duration that the caller did not request takes minutes, and each second of the
 * video costs money.
 */
export const videoBadFieldsRefused: JudgeRule<'series'> = {
  id: 'video-bad-fields-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'interface §Video job request (model and prompt string, duration integer)',
  statement:
    'A video request without model or prompt, with an unknown model, or with a duration that is not a positive integer, is refused.',
  provenBy: 'vid-duration-string-200',
  evidence: 'series',
  operations: ['video-create'],
  probe: oddJobs,

  *judge(series) {
    yield* notRefused(series);
  },
};
