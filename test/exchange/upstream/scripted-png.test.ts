import { expect, test } from 'vitest';
import { readImage } from '../../../src/answers/images/read-image.ts';
import { pngOf } from '../../../src/exchange/upstream/scripted-png.ts';

test.each([1024, 65_537, 1_048_576])(
  'scripted png: one of %i bytes is whole and has that size',
  (size) => {
    const bytes = pngOf(size, 'n3f9c2a71');
    expect(bytes).toHaveLength(size);
    expect(readImage(bytes)).toEqual({ kind: 'whole', width: 8, height: 8 });
    expect(bytes.includes('n3f9c2a71')).toBe(true);
  },
);
