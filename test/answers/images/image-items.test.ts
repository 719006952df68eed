import { expect, test } from 'vitest';
import { imageItems } from '../../../src/answers/images/image-items.ts';
import { narrow } from '../../../src/answers/narrow.ts';
import { exchange } from '../../measure/exchange-builder.ts';
import { SAMPLE_IMAGES } from '../../support/sample-images.ts';

function itemsOf(data: readonly unknown[]) {
  const answered = exchange({ operation: 'images' });
  const body = Buffer.from(JSON.stringify({ data }));
  const view = narrow('answer', {
    ...answered,
    answer: { status: 200, headers: [], sizeBytes: body.length, reads: [], body },
  });
  return view?.form === 'body' ? imageItems(view) : [];
}

/** As long as several pieces that are encoded one after another, and a rest. */
const LONG = Buffer.alloc(200_001, 'image').toString('base64');

test('image items: the first sixteen of very many are decoded', () => {
  expect(itemsOf(Array.from({ length: 100_000 }, () => ({ b64_json: '' })))).toHaveLength(16);
});

test('image items: an item without text has no image, and the others keep their places', () => {
  const items = itemsOf([null, { b64_json: 7 }, { b64_json: SAMPLE_IMAGES.png }]);
  expect(items.map(({ where }) => where)).toEqual(['data[2]']);
  expect(items[0]?.content).toEqual({
    type: 'image/png',
    reading: { kind: 'whole', width: 6, height: 4 },
  });
});

test('image items: a long text in canonical base64 is an image of no known type', () => {
  const [item] = itemsOf([{ b64_json: LONG }]);
  expect(item?.content).toMatchObject({ type: undefined, reading: { kind: 'broken' } });
});

for (const [what, text] of [
  ['a line break in the middle', `${LONG.slice(0, 150_000)}\n${LONG.slice(150_000)}`],
  ['a letter of another alphabet', `${LONG.slice(0, 150_000)}-${LONG.slice(150_001)}`],
  ['no padding', Buffer.from('image').toString('base64').replaceAll('=', '')],
  ['bits that no byte takes', 'QQ=='.replace('QQ', 'QR')],
  ['a prefix', `data:image/png;base64,${LONG}`],
] as const) {
  test(`image items: base64 with ${what} is not canonical`, () => {
    const [item] = itemsOf([{ b64_json: text }]);
    expect(item?.content).toBeUndefined();
  });
}
