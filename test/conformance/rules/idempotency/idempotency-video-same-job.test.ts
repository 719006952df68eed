import { idempotencyVideoSameJob } from '../../../../src/conformance/rules/idempotency/idempotency-video-same-job.ts';
import type { Operation } from '../../../../src/contract/operations.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { refused } from './retries.ts';

const job = (id: string, status: string, operation: Operation = 'video-create') =>
  answer({ id, object: 'video', status, model: 'm', progress: 0, created_at: 1 }, { operation });
const made = job('v1', 'queued');
const beside = job('v9', 'queued');
const cancelled = job('v1', 'cancelled', 'video-cancel');

ruleTable(idempotencyVideoSameJob, [
  {
    name: 'the job as it was made',
    evidence: series([made, beside, cancelled, job('v1', 'queued')]),
  },
  {
    name: 'the job as it is now',
    evidence: series([made, beside, cancelled, job('v1', 'cancelled')]),
  },
  {
    name: 'the job after a cancel that was refused',
    evidence: series([made, beside, refused(409), job('v1', 'in_progress')]),
  },
  {
    name: 'another job after a cancel',
    evidence: series([made, beside, cancelled, job('v2', 'queued')]),
    findings: [{ expected: 'the job v1', actual: 'v2' }],
  },
  {
    name: 'one id for all jobs',
    evidence: series([made, job('v1', 'queued'), cancelled, job('v1', 'queued')]),
    unverifiable: 'different ids for different jobs',
  },
  {
    name: 'a retry that gets "too many requests"',
    evidence: series([made, beside, cancelled, refused(429)]),
    unverifiable: 'an answer to the retry',
  },
  {
    name: 'a job that was not made',
    evidence: series([refused(400)]),
    unverifiable: 'two jobs, and a retry of the first',
  },
]);
