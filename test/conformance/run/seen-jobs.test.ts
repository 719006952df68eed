import { expect, test } from 'vitest';
import { SeenJobs } from '../../../src/conformance/run/seen-jobs.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { EXPECT } from '../../support/judge-reference.ts';
import { answer } from '../rules/exchanges.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt } from '../rules/video/jobs.ts';

test.each<[name: string, endAtOnce: boolean, exchanges: readonly Exchange[]]>([
  ['a job that its POST completes', true, [made(DONE)]],
  [
    'a job that waits in its POST and has completed in its first read',
    true,
    [made(), readAt(9, DONE)],
  ],
  [
    'a refused and an accepted DELETE of completed jobs',
    true,
    [made(DONE), cancelRefusedAt(9, 409), cancelAt(20, DONE)],
  ],
  [
    'a job that fails at once beside one that completes',
    true,
    [readAt(9, { status: 'failed' }), readAt(9, DONE)],
  ],
  ['an answer of another operation', true, [made(DONE), answer({ status: 'queued' })]],
  [
    'one read of a job that waits',
    false,
    [readAt(9, DONE), readAt(9, { status: 'queued' }), readAt(20, DONE)],
  ],
  [
    'a POST that says completed before reads that do not',
    false,
    [made(DONE), readAt(9, { status: 'in_progress' })],
  ],
  ['a job that is cancelled', false, [made(DONE), cancelAt(9)]],
  ['a status that the profile does not list', false, [made(DONE), readAt(9, { status: 'paused' })]],
  ['jobs that only fail', false, [readAt(9, { status: 'failed' })]],
  ['jobs that were never read', false, [made(), cancelRefusedAt(9, 409)]],
  ['no job', false, []],
])('seen jobs: %s', (_, endAtOnce, exchanges) => {
  const jobs = new SeenJobs(EXPECT.videoStates);
  jobs.add(exchanges);
  expect(jobs.endAtOnce).toBe(endAtOnce);
});
