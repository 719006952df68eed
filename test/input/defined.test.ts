import { expect, test } from 'vitest';
import { defined } from '../../src/input/defined.ts';

test('defined: removes undefined members and keeps the others, null and false too', () => {
  const members = { a: 1, b: undefined, c: null, d: false, e: '' };
  const kept = defined(members);
  expect(kept).toEqual({ a: 1, c: null, d: false, e: '' });
  expect(Object.hasOwn(kept, 'b')).toBe(false);
});

test('defined: types a member that may be undefined as one that may be absent', () => {
  const timings = (ttftMs: number | undefined): { ttftMs?: number; e2eMs: number } =>
    defined({ ttftMs, e2eMs: 2 });
  expect(timings(undefined)).toEqual({ e2eMs: 2 });
  expect(timings(1)).toEqual({ ttftMs: 1, e2eMs: 2 });
});
