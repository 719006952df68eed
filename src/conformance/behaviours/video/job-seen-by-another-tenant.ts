import type { Behaviour } from '../../behaviour.ts';
import { byOperation, failureWords } from '../../observations/observation-words.ts';
import { jobOfAnotherTenant } from '../../probes/video.ts';

export const jobSeenByAnotherTenant: Behaviour = {
  id: 'job-seen-by-another-tenant',
  question: 'What does another tenant that reads or cancels our job get?',
  silence: 'Which keys may read a job: not shown.',
  secondKey: true,
  probe: jobOfAnotherTenant,

  observe({ exchanges }) {
    return byOperation(exchanges.slice(1, 3), failureWords);
  },
};
