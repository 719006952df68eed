import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { shortResponse } from '../../probes/responses.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client whose good request is refused has no response, or has it only now and then. */
export const responsesAccepted: JudgeRule<'sent'> = {
  id: 'responses-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, POST /responses ("JSON responses request | JSON responses response")',
  statement: 'A valid request for a response with a valid key is answered 2xx.',
  provenBy: 'resp-500-all',
  evidence: 'sent',
  operations: ['responses'],
  probe: shortResponse,

  judge: refusalsIn,
};
