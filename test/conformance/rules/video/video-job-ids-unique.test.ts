import { videoJobIdsUnique } from '../../../../src/conformance/rules/video/video-job-ids-unique.ts';
import { withKey } from '../idempotency/retries.ts';
import { ruleTable } from '../rule-table.ts';
import { made, notMade } from './jobs.ts';

ruleTable(videoJobIdsUnique, [
  { name: 'an id for each job', evidence: [made({ id: 'a' }), made({ id: 'b' })] },
  {
    name: 'one id for two jobs',
    evidence: [made({ id: 'a' }), made({ id: 'b' }), made({ id: 'a' })],
    findings: [{ expected: 'a different id for each answer', where: 'id' }],
  },
  {
    name: 'a retry under one key that is given the same job',
    evidence: [made({ id: 'a' }, withKey('k')), made({ id: 'a' }, withKey('k'))],
    unverifiable: 'a request without an Idempotency-Key',
  },
  { name: 'a job without an id', evidence: made({ id: '' }), unverifiable: 'an answer with an id' },
  { name: 'a job that is refused', evidence: notMade(400), unverifiable: 'a whole 2xx answer' },
]);
