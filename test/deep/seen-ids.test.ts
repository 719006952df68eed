import { expect, test } from 'vitest';
import { DIFFERENT_IDS, takenForSeen } from '../conformance/findings/different-ids.ts';

test.each(DIFFERENT_IDS)(
  'recent ids: no two of a million different ids are the same, by %s',
  (_, idOf) => {
    expect(takenForSeen(idOf, 1_000_000)).toEqual([]);
  },
);
