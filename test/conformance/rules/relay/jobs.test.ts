import { relayVideoCancel, relayVideoFresh } from '../../../../src/conformance/rules/relay/jobs.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, readAt } from '../video/jobs.ts';

const created = call({ operation: 'video-create' });
const cancelled = () => call({ operation: 'video-cancel' });
const read = call({ operation: 'video-read' });
const requests = [made(), cancelAt(10)];
const expected = '1 upstream cancel';

ruleTable(relayVideoCancel, [
  { name: 'a cancel', evidence: relay(requests, [created, cancelled()]) },
  {
    name: 'a cancel between reads of the gateway',
    evidence: relay(requests, [created, read, cancelled(), read]),
  },
  {
    name: 'a cancel that was sent again, because the first one was not answered',
    evidence: relay(requests, [
      created,
      call({ operation: 'video-cancel', outcome: 'disconnected' }),
      cancelled(),
    ]),
  },
  {
    name: 'a cancel whose answer the gateway did not wait for',
    evidence: relay(requests, [
      created,
      call({ operation: 'video-cancel', outcome: 'disconnected' }),
    ]),
  },
  {
    name: 'no cancel',
    evidence: relay(requests, [created, read]),
    findings: [{ expected, actual: 'no upstream cancels' }],
  },
  {
    name: 'two cancels',
    evidence: relay(requests, [created, cancelled(), cancelled()]),
    findings: [{ expected, actual: '2 upstream cancels' }],
  },
  {
    name: 'a cancel that the gateway refused',
    evidence: relay([made(), answer({}, { operation: 'video-cancel', status: 409 })], [created]),
    unverifiable: 'a 2xx answer to the cancel',
  },
  {
    name: 'a job that the upstream does not know',
    evidence: relay(requests, [read]),
    unverifiable: 'the job upstream',
  },
]);

/** Runs at 310 ms, and has ended at 610 ms. */
const createdEarly = call({ operation: 'video-create', endMs: 10 });
const waiting = { status: 'queued', progress: 0 };
const running = { status: 'in_progress', progress: 50 };
const shown = (status: string) => `${status}, which the upstream has shown for at least 5000 ms`;

ruleTable(relayVideoFresh, [
  {
    name: 'states as the upstream has them',
    evidence: relay(
      [made(), readAt(20, waiting), readAt(320, running), readAt(5610, DONE)],
      [createdEarly],
    ),
  },
  {
    name: 'states that are as old as they may be',
    evidence: relay(
      [made(), readAt(5309, waiting), readAt(5609, running), readAt(5700, DONE)],
      [createdEarly],
    ),
  },
  {
    name: 'a state that is newer than expected',
    evidence: relay([made(), readAt(20, DONE), readAt(5610, DONE)], [createdEarly]),
  },
  {
    name: 'a state that is too old',
    evidence: relay([made(), readAt(20, waiting), readAt(5610, running)], [createdEarly]),
    findings: [{ expected: shown('completed'), actual: 'in_progress', where: 'status' }],
  },
  {
    name: 'an old state in the answer to the POST of the job',
    evidence: relay([made({ ...waiting }, { sentAtMs: 9000 }), readAt(5610, DONE)], [createdEarly]),
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
      [createdEarly],
    ),
  },
  {
    name: 'a job that runs without progress',
    evidence: relay(
      [made(), readAt(320, { ...running, progress: 0 }), readAt(5610, DONE)],
      [createdEarly],
    ),
    findings: [{ expected: '50, or in another unit', actual: 0, where: 'progress' }],
  },
  {
    name: 'a job that has failed because it could not be read',
    evidence: relay(
      [made(), readAt(320, { status: 'failed' }), readAt(5610, DONE)],
      [createdEarly],
    ),
    findings: [
      { expected: 'a state that the upstream has shown', actual: 'failed', where: 'status' },
    ],
  },
  {
    name: 'a job that stays failed',
    evidence: relay([made(), readAt(5610, { status: 'failed' })], [createdEarly]),
    findings: [{ actual: 'failed', where: 'status' }],
  },
  {
    name: 'no read after the end',
    evidence: relay([made(), readAt(5609, running)], [createdEarly]),
    unverifiable: 'long enough after the job has ended',
  },
  {
    name: 'a job that the upstream does not know',
    evidence: relay([made(), readAt(9000, waiting)], [call()]),
    unverifiable: 'the job upstream',
  },
]);
