import { relayVideoFresh } from '../../../../src/conformance/rules/relay/relay-video-fresh.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt, readRefusedAt } from '../video/jobs.ts';

/** Runs at 310 ms, and has ended at 610 ms. */
const created = call({ operation: 'video-create', endMs: 10 });
const waiting = { status: 'queued', progress: 0 };
const running = { status: 'in_progress', progress: 50 };
const shown = (status: string) => `${status}, which the upstream has shown for at least 5000 ms`;

ruleTable(relayVideoFresh, [
  {
    name: 'states as the upstream has them',
    evidence: relay(
      [made(), readAt(20, waiting), readAt(320, running), readAt(5610, DONE)],
      [created],
    ),
  },
  {
    name: 'states that are as old as they may be',
    evidence: relay(
      [made(), readAt(5309, waiting), readAt(5609, running), readAt(5700, DONE)],
      [created],
    ),
  },
  {
    name: 'a state that is newer than expected',
    evidence: relay([made(), readAt(20, DONE), readAt(5610, DONE)], [created]),
  },
  {
    name: 'a state that is too old',
    evidence: relay([made(), readAt(20, waiting), readAt(5610, running)], [created]),
    findings: [{ expected: shown('completed'), actual: 'in_progress', where: 'status' }],
  },
  {
    name: 'states that are too old all the time',
    evidence: relay([made(), readAt(5310, waiting), readAt(5610, waiting)], [created]),
    findings: [
      { expected: shown('in_progress'), actual: 'queued', where: 'status' },
      { expected: shown('completed'), actual: 'queued', where: 'status' },
    ],
  },
  {
    name: 'an old state for a gateway that must be fresher',
    evidence: relay([made(), readAt(1610, running)], [created]),
    expect: { upstreamFreshMs: 1000 },
    findings: [
      {
        expected: 'completed, which the upstream has shown for at least 1000 ms',
        actual: 'in_progress',
        where: 'status',
      },
    ],
  },
  {
    name: 'an old state in the answer to the POST of the job',
    evidence: relay([made({ ...waiting }, { sentAtMs: 9000 }), readAt(5610, DONE)], [created]),
  },
  {
    name: 'progress in another unit, and none',
    evidence: relay(
      [
        made(),
        readAt(320, { ...running, progress: 0.5 }),
        readAt(330, { status: 'in_progress', progress: undefined }),
        readAt(5610, DONE),
      ],
      [created],
    ),
  },
  {
    name: 'a job that runs without progress',
    evidence: relay(
      [made(), readAt(320, { ...running, progress: 0 }), readAt(5610, DONE)],
      [created],
    ),
    findings: [{ expected: '50, or in another unit', actual: 0, where: 'progress' }],
  },
  {
    name: 'a job that has failed because it could not be read',
    evidence: relay([made(), readAt(320, { status: 'failed' }), readAt(5610, DONE)], [created]),
    findings: [
      { expected: 'a state that the upstream has shown', actual: 'failed', where: 'status' },
    ],
  },
  {
    name: 'a job that stays failed',
    evidence: relay([made(), readAt(5610, { status: 'failed' })], [created]),
    findings: [{ actual: 'failed', where: 'status' }],
  },
  {
    name: 'no read after the end',
    evidence: relay([made(), readAt(5609, running)], [created]),
    unverifiable: 'long enough after the job has ended',
  },
  {
    name: 'states that the profile does not list',
    evidence: relay([made(), readAt(9000, { status: 'cooking' })], [created]),
    unverifiable: 'a read with a state of the profile',
  },
  {
    name: 'a read that was refused',
    evidence: relay([made(), readRefusedAt(9000, 404)], [created]),
    unverifiable: 'a read with a state of the profile',
  },
  {
    name: 'a job that the upstream does not know',
    evidence: relay([made(), readAt(9000, waiting)], [call()]),
    unverifiable: 'the job upstream',
  },
]);
