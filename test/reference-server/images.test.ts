import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { start } from './support/start.ts';

const ASK = { model: 'ref-image', prompt: 'A boat.', size: '96x64' };

test.each([undefined, 1, 2, 10])(
  'images: n %s returns that number of images, or one',
  async (n) => {
    const gateway = await start();
    const response = await gateway.ask('/images/generations', { json: { ...ASK, n } });
    const body: unknown = await response.json();
    expect(dig(body, 'data')).toHaveLength(n ?? 1);
    expect(body).toMatchObject({
      created: expect.any(Number),
      usage: { total_tokens: expect.any(Number) },
    });
  },
);

test.each([
  ['96x64', 96, 64],
  ['1x1', 1, 1],
  ['1024x1536', 1024, 1536],
  ['2048x7', 2048, 7],
])('images: size %s is a whole PNG of that size', async (size, width, height) => {
  const gateway = await start();
  const response = await gateway.ask('/images/generations', { json: { ...ASK, size } });
  const body: unknown = await response.json();
  const base64 = String(dig(body, 'data', 0, 'b64_json'));
  expect(dig(body, 'data', 0, 'mime_type')).toBe('image/png');
  const png = Buffer.from(base64, 'base64');
  expect(png.toString('base64')).toBe(base64);
  expect(readPng(png)).toEqual({ width, height, pixels: height * (width + 1) });
});

test.each(['1024', '1024*1024', '0x0', '-1x8', '1e3x1e3', 'axb', '2049x1', 5, ['8x8']])(
  'images: size %j is refused',
  async (size) => {
    const gateway = await start();
    const response = await gateway.ask('/images/generations', { json: { ...ASK, size } });
    expect(response.status).toBe(400);
    expect(dig(await response.json(), 'error', 'param')).toBe('size');
  },
);

test.each([0, -1, 1.5, '2', 11])('images: n %j is refused', async (n) => {
  const gateway = await start();
  const response = await gateway.ask('/images/generations', { json: { ...ASK, n } });
  expect(response.status).toBe(400);
  expect(dig(await response.json(), 'error', 'param')).toBe('n');
});

test.each([undefined, null, '', 5])('images: prompt %j is refused', async (prompt) => {
  const gateway = await start();
  const response = await gateway.ask('/images/generations', { json: { ...ASK, prompt } });
  expect(response.status).toBe(400);
  expect(await gateway.effects()).toBe(0);
});

/** Size and inflated length of a PNG; throws when a chunk is broken. */
function readPng(png: Buffer) {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const typed = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed));
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) });
    at += 12 + length;
  }
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [header, data] = chunks;
  const [width, height] = [header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)];
  return { width, height, pixels: inflateSync(data?.data ?? Buffer.alloc(0)).length };
}
