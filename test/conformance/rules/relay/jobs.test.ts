import { relayVideoCancel, relayVideoFresh } from '../../../../src/conformance/rules/relay/jobs.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { cancelAt, DONE, made, readAt } from '../video/jobs.ts';

const created = call({ operation: 'video-create' });
const cancelled = () => call({ operation: 'video-cancel' });
const read = call({ operation: 'video-read' });
const requests = [made(), cancelAt(10)];
const expected = '1 upstream cancel';

ruleTable(relayVideoCancel, [
  passes('a cancel', relay(requests, [created, cancelled()])),
  passes(
    'a cancel between reads of the gateway',
    relay(requests, [created, read, cancelled(), read]),
  ),
  passes(
    'a cancel that was sent again, because the first one was not answered',
    relay(requests, [
      created,
      call({ operation: 'video-cancel', outcome: 'disconnected' }),
      cancelled(),
    ]),
  ),
  passes(
    'a cancel whose answer the gateway did not wait for',
    relay(requests, [created, call({ operation: 'video-cancel', outcome: 'disconnected' })]),
  ),
  finds('no cancel', relay(requests, [created, read]), { expected, actual: 'no upstream cancels' }),
  finds('two cancels', relay(requests, [created, cancelled(), cancelled()]), {
    expected,
    actual: '2 upstream cancels',
  }),
  unverified(
    'a cancel that the gateway refused',
    relay([made(), answer({}, { operation: 'video-cancel', status: 409 })], [created]),
    'a 2xx answer to the cancel',
  ),
  unverified('a job that the upstream does not know', relay(requests, [read]), 'the job upstream'),
]);

/** Runs at 310 ms, and has ended at 2010 ms. */
const createdEarly = call({ operation: 'video-create', endMs: 10 });
const waiting = { status: 'queued', progress: 0 };
const running = { status: 'in_progress', progress: 50 };
const shown = (status: string) => `${status}, which the upstream has shown for at least 5000 ms`;

ruleTable(relayVideoFresh, [
  passes(
    'states as the upstream has them',
    relay([made(), readAt(20, waiting), readAt(320, running), readAt(7010, DONE)], [createdEarly]),
  ),
  passes(
    'states that are as old as they may be',
    relay(
      [made(), readAt(5309, waiting), readAt(7009, running), readAt(7100, DONE)],
      [createdEarly],
    ),
  ),
  passes(
    'a state that is newer than expected',
    relay([made(), readAt(20, DONE), readAt(7010, DONE)], [createdEarly]),
  ),
  finds(
    'a state that is too old',
    relay([made(), readAt(20, waiting), readAt(7010, running)], [createdEarly]),
    { expected: shown('completed'), actual: 'in_progress', where: 'status' },
  ),
  passes(
    'an old state in the answer to the POST of the job',
    relay([made({ ...waiting }, { sentAtMs: 9000 }), readAt(7010, DONE)], [createdEarly]),
  ),
  passes(
    'progress in another unit, and none',
    relay(
      [
        made(),
        readAt(320, { ...running, progress: 0.5 }),
        readAt(330, { status: 'in_progress', progress: undefined }),
        readAt(7010, DONE),
      ],
      [createdEarly],
    ),
  ),
  finds(
    'a job that runs without progress',
    relay([made(), readAt(320, { ...running, progress: 0 }), readAt(7010, DONE)], [createdEarly]),
    { expected: '50, or in another unit', actual: 0, where: 'progress' },
  ),
  finds(
    'a job that has failed because it could not be read',
    relay([made(), readAt(320, { status: 'failed' }), readAt(7010, DONE)], [createdEarly]),
    { expected: 'a state that the upstream has shown', actual: 'failed', where: 'status' },
  ),
  finds(
    'a job that stays failed',
    relay([made(), readAt(7010, { status: 'failed' })], [createdEarly]),
    { actual: 'failed', where: 'status' },
  ),
  unverified(
    'no read after the end',
    relay([made(), readAt(7009, running)], [createdEarly]),
    'long enough after the job has ended',
  ),
  unverified(
    'a job that the upstream does not know',
    relay([made(), readAt(9000, waiting)], [call()]),
    'the job upstream',
  ),
]);
