import { expect, test } from 'vitest';
import { classify } from '../../src/measure/result-class.ts';
import { exchange } from './exchange-builder.ts';

const LEGAL = {
  inFlightStatus: [409],
  cancelRefusalStatus: [404, 409],
  unknownVideoStatus: [404, 410],
};
const CANCELLED = new Set(['cancelled']);
const running = { kind: 'job', id: 'running' } as const;
const cancelled = { kind: 'job', id: 'cancelled' } as const;
const key = { kind: 'key', id: 'k' } as const;

test.each([
  ['a 2xx', exchange({ status: 201 }), { kind: 'good' }],
  [
    'a 2xx with an error event, whatever follows it',
    { ...exchange({}), reportsError: true as const },
    { kind: 'failed', error: 'error in a 2xx answer' },
  ],
  ['a 429', exchange({ status: 429 }), { kind: 'throttled' }],
  ['a 500', exchange({ status: 500 }), { kind: 'failed', error: 'status 500' }],
  ['a 409 to a retry of a key', exchange({ status: 409, group: key }), { kind: 'in-flight' }],
  ['a 409 without a key', exchange({ status: 409 }), { kind: 'failed', error: 'status 409' }],
  [
    'a 409 to a DELETE of a job, which may have ended just before',
    exchange({ operation: 'video-cancel', status: 409, group: running }),
    { kind: 'job-over' },
  ],
  [
    'a 403 to a DELETE of a job',
    exchange({ operation: 'video-cancel', status: 403, group: running }),
    { kind: 'failed', error: 'status 403' },
  ],
  [
    'a 410 to a read of a cancelled job',
    exchange({ operation: 'video-read', status: 410, group: cancelled }),
    { kind: 'job-over' },
  ],
  [
    'a 404 to a read of a job that was not cancelled',
    exchange({ operation: 'video-read', status: 404, group: running }),
    { kind: 'failed', error: 'status 404' },
  ],
  ['a refused connection', exchange({ outcome: 'refused' }), { kind: 'failed', error: 'refused' }],
  ['a reset', exchange({ outcome: 'reset' }), { kind: 'failed', error: 'reset' }],
  [
    'a reset of a kept connection that was closing',
    { ...exchange({ outcome: 'reset' }), metClosing: true as const },
    { kind: 'met-closing' },
  ],
  ['a truncated body', exchange({ outcome: 'truncated' }), { kind: 'failed', error: 'truncated' }],
  ['leaving on purpose', exchange({ outcome: 'aborted' }), { kind: 'aborted' }],
  ['the end of the run', exchange({ outcome: 'cut-by-end' }), { kind: 'cut' }],
])('result class: %s', (_, seen, resultClass) => {
  expect(classify(seen, LEGAL, CANCELLED)).toEqual(resultClass);
});
