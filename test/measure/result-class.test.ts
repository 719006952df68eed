import { expect, test } from 'vitest';
import { classify } from '../../src/measure/result-class.ts';
import { exchange } from './exchange-builder.ts';

const IN_FLIGHT = [409];
const key = { kind: 'key', id: 'k' } as const;

test.each([
  ['a 2xx', exchange({ status: 201 }), { kind: 'good' }],
  ['a 429', exchange({ status: 429 }), { kind: 'throttled' }],
  ['a 500', exchange({ status: 500 }), { kind: 'failed', error: 'status 500' }],
  ['a 409 to a retry of a key', exchange({ status: 409, group: key }), { kind: 'in-flight' }],
  ['a 409 without a key', exchange({ status: 409 }), { kind: 'failed', error: 'status 409' }],
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
  expect(classify(seen, IN_FLIGHT)).toEqual(resultClass);
});
