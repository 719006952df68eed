import { notRefused } from '../../findings/acceptance.ts';
import { oddJobs } from '../../probes/video-refusals.ts';
import type { JudgeRule } from '../../rule.ts';

/** A job of a length that nobody asked for takes minutes to make, and is paid by the second. */
export const videoBadFieldsRefused: JudgeRule<'series'> = {
  id: 'video-bad-fields-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'interface §Video job request (model and prompt string, duration integer)',
  statement:
    'A video job without model or prompt, or whose duration is no positive integer, is refused.',
  provenBy: 'vid-duration-string-200',
  evidence: 'series',
  operations: ['video-create'],
  probe: oddJobs,

  *judge(series) {
    yield* notRefused(series);
  },
};
