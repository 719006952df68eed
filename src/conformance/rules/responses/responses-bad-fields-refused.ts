import { notRefused } from '../../findings/acceptance.ts';
import { badResponses } from '../../probes/bad-fields.ts';
import type { JudgeRule } from '../../rule.ts';

/** A mistake that returns 2xx is not noticed: the caller pays for an answer to another question. */
export const responsesBadFieldsRefused: JudgeRule<'series'> = {
  id: 'responses-bad-fields-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'Open Responses, errors (invalid_request, 400); interface §Responses request (types)',
  statement:
    'A responses request without model or input, with an unknown model, or with a field of the wrong type, returns 4xx.',
  provenBy: 'resp-missing-input-200',
  evidence: 'series',
  operations: ['responses'],
  probe: badResponses,

  judge(series) {
    return notRefused(series);
  },
};
