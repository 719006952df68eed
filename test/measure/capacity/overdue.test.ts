import { expect, test } from 'vitest';
import { overdueOf, type Wait } from '../../../src/measure/capacity/step-measure.ts';

const CHATS: readonly Wait[] = Array.from({ length: 20 }, (_, index) => answered(100 + index));

function answered(tookMs: number, kind = 'chat body'): Wait {
  return { kind, tookMs, isCut: false };
}

function cut(tookMs: number, kind = 'chat body'): Wait {
  return { kind, tookMs, isCut: true };
}

test.each<[string, number, readonly Wait[]]>([
  ['that waited no longer than answers take are not overdue', 0, [...CHATS, cut(90), cut(118)]],
  ['that waited a little longer may be slow', 0, [...CHATS, cut(150)]],
  ['that waited far longer are overdue', 2, [...CHATS, cut(5000), cut(9000), cut(80)]],
  [
    'are compared with answers of their kind',
    1,
    [...CHATS, answered(9000, 'images body'), cut(5000), cut(5000, 'images body')],
  ],
  ['without any answer of their kind are overdue', 1, [...CHATS, cut(5000, 'video body')]],
])('overdue: cut requests %s', (_, count, waits) => {
  expect(overdueOf(waits)).toBe(count);
});
