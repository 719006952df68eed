import { expect, test } from 'vitest';
import { readImage } from '../../../src/answers/images/read-image.ts';
import { pngOf } from '../../../src/exchange/upstream/scripted-png.ts';

test.each([
  ['96x64', 1024],
  ['1024x1536', 1024],
  ['7x3', 65_537],
  ['1024x1024', 1_048_576],
])('scripted png: one of %s in %i bytes is whole and has that size', (size, totalBytes) => {
  const bytes = pngOf(size, totalBytes, 'n3f9c2a71');
  expect(bytes).toHaveLength(totalBytes);
  const [width, height] = size.split('x').map(Number);
  expect(readImage(bytes)).toEqual({ kind: 'whole', width, height });
  expect(bytes.includes('n3f9c2a71')).toBe(true);
});

test('scripted png: pixels that need more bytes are whole too', () => {
  const bytes = pngOf('4096x4096', 1024, 'n3f9c2a71');
  expect(bytes.length).toBeGreaterThan(1024);
  expect(readImage(bytes)).toEqual({ kind: 'whole', width: 4096, height: 4096 });
});
