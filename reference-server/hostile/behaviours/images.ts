import { crc32, deflateSync } from 'node:zlib';
import type { JsonObject } from '../../http/json.ts';
import { drawPng, pngChunk } from '../../models/png.ts';
import type { Behaviour, Behaviours, HostileRequest } from '../behaviour.ts';
import { base64Image, images as imagesOf } from '../good-answers.ts';
import { answers, prepared } from '../rows.ts';
import { answerJson } from '../writing.ts';

const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const IHDR = 12;
const SIDE = { width: 8, height: 8 };

/** Images of these members, made when they are first needed. */
function image(summary: string) {
  return (make: (request: HostileRequest) => readonly JsonObject[]) =>
    answers(summary, ['images'])((request) => answerJson(request.socket, imagesOf(make(request))));
}

/** An image that takes long to make. */
function large(summary: string) {
  return (make: () => JsonObject, count = 1): Behaviour =>
    prepared<JsonObject>(summary, ['images'])(make, ({ socket }, one) =>
      answerJson(socket, imagesOf(Array(count).fill(one))),
    );
}

/** A PNG that claims this size, with its checksum correct. */
function claiming(width: number, height: number): Buffer {
  const png = drawPng(SIDE);
  png.writeUInt32BE(width, IHDR + 4);
  png.writeUInt32BE(height, IHDR + 8);
  png.writeUInt32BE(crc32(png.subarray(IHDR, IHDR + 17)), IHDR + 17);
  return png;
}

/** A PNG with other bytes between its header and its end. */
function pngOf(chunks: Buffer): Buffer {
  const png = drawPng(SIDE);
  const data = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, data), chunks, png.subarray(png.indexOf('IEND') - 4)]);
}

/** A chunk with no data, of a type that readers ignore. */
const EMPTY_CHUNK = pngChunk('teSt', Buffer.alloc(0));

/** Images that are dangerous to decode, to show or to fetch. */
export const images: Behaviours = {
  'png-huge-dimensions': image('A PNG that claims 2^31 - 1 pixels each way.')(() => [
    base64Image(claiming(0x7fffffff, 0x7fffffff)),
  ]),
  'png-zero-dimensions': image('A PNG that claims 0 pixels each way.')(() => [
    base64Image(claiming(0, 0)),
  ]),
  'png-pixel-bomb': large('A PNG of 8 x 8 pixels whose data expand to 256 MiB.')(() =>
    base64Image(pngOf(pngChunk('IDAT', deflateSync(Buffer.alloc(256 * 1024 * 1024))))),
  ),
  'png-many-chunks': large('A PNG of seven hundred thousand chunks.')(() =>
    base64Image(pngOf(Buffer.alloc(700_000 * EMPTY_CHUNK.length, EMPTY_CHUNK))),
  ),
  'png-many-large': large('A hundred PNGs of 3200 x 3200 pixels in few bytes.')(
    () => base64Image(drawPng({ width: 3200, height: 3200 })),
    100,
  ),
  'png-text-with-escapes': image('A PNG whose text chunk has terminal escapes, with another type.')(
    () => {
      const png = drawPng(SIDE, 'Comment\0\u{1b}[2J\u{9b}31m');
      return [{ ...base64Image(png), mime_type: 'image/webp' }];
    },
  ),
  'image-base64-broken': image('An image in base64 with characters outside its alphabet.')(() => [
    { b64_json: '*not!base64\u{1b}[2J*', mime_type: 'image/png' },
  ]),
  'image-base64-large': image('An image of 12 MB of base64 that is not an image.')(() => [
    { b64_json: 'AAAA'.repeat(3_000_000), mime_type: 'image/png' },
  ]),
  'image-many': image('Two hundred thousand images.')(() =>
    Array.from({ length: 200_000 }, () => ({ b64_json: '' })),
  ),
  'image-type-with-markup': image('A media type with markup and terminal escapes.')(() => [
    { ...base64Image(), mime_type: 'image/png"><script>alert(1)</script>\u{1b}[2J' },
  ]),
  'image-svg-script': image('An SVG with a script.')(() => [
    { b64_json: Buffer.from(SCRIPT).toString('base64'), mime_type: 'image/svg+xml' },
  ]),
  'image-url-elsewhere': image('The address of an image at another origin.')(({ elsewhere }) => [
    { url: `${elsewhere}/image.png` },
  ]),
  'image-url-script': image('A javascript: address in place of an image.')(() => [
    { url: 'javascript:alert(document.domain)' },
  ]),
  'image-url-data': image('A data: address in place of an image.')(() => [
    { url: `data:text/html,${encodeURIComponent(SCRIPT)}` },
  ]),
  'image-url-file': image('A file: address in place of an image.')(() => [
    { url: 'file:///etc/passwd' },
  ]),
};
