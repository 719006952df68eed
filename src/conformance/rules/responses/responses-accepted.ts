import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { shortResponse } from '../../probes/responses.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client whose valid request is refused gets no response, or gets one only sometimes. */
export const responsesAccepted: JudgeRule<'sent'> = {
  id: 'responses-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, POST /responses ("JSON responses request | JSON responses response")',
  statement: 'A valid responses request with a valid key returns 2xx.',
  provenBy: 'resp-500-all',
  evidence: 'sent',
  operations: ['responses'],
  probe: shortResponse,

  judge: refusalsIn,
};
