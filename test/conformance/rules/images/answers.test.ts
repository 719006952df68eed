import {
  imagesB64Canonical,
  imagesDecodes,
  imagesDimensions,
  imagesMimeMatches,
  imagesNAbsentOne,
  imagesNHonoured,
  imagesNRefused,
} from '../../../../src/conformance/rules/images.ts';
import { SAMPLE_IMAGES } from '../../../support/sample-images.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, notDrawn, PNG_ITEM } from './drawn.ts';

const {
  avif,
  gif,
  jpeg,
  jpegProgressive,
  png,
  pngInterlaced,
  pngPalette,
  webp,
  webpExtended,
  webpLossless,
} = SAMPLE_IMAGES;

const { b64_json: base64 } = PNG_ITEM;

/** Ends in padding and holds a plus and a slash. */
const AWKWARD = 'AB+/AA==';

ruleTable(imagesB64Canonical, [
  { name: 'padded base64', evidence: drawn([PNG_ITEM]) },
  { name: 'base64 with both odd letters and two pads', evidence: drawn([item(AWKWARD)]) },
  { name: 'base64 of bytes that are not an image', evidence: drawn([item('bm90aGluZw==')]) },
  {
    name: 'a data: prefix',
    evidence: drawn([item(`data:image/png;base64,${base64}`)]),
    findings: [
      { actual: `data:image/png;base64,${base64}`.slice(0, 48), where: 'data[0].b64_json' },
    ],
  },
  {
    name: 'a line break after 76 characters',
    evidence: drawn([PNG_ITEM, item(`${base64.slice(0, 76)}\n${base64.slice(76)}`)]),
    findings: [{ where: 'data[1].b64_json' }],
  },
  { name: 'URL-safe letters', evidence: drawn([item('AB-_AA==')]), findings: [{}] },
  { name: 'padding missing', evidence: drawn([item('AB+/AA')]), findings: [{}] },
  { name: 'bits behind the last byte', evidence: drawn([item('AB+/AB==')]), findings: [{}] },
  { name: 'text behind the padding', evidence: drawn([item('AB+/AA==AAAA')]), findings: [{}] },
  {
    name: 'a link in place of the image',
    evidence: drawn([{ url: 'https://example.com/1.png' }]),
    unverifiable: 'an item with text in b64_json',
  },
]);

function item(b64_json: string): object {
  return { b64_json, mime_type: 'image/png' };
}

ruleTable(imagesDecodes, [
  { name: 'a PNG', evidence: drawn([{ b64_json: png }]) },
  {
    name: 'an interlaced PNG, a palette PNG, a progressive JPEG and a lossless WebP',
    evidence: drawn(
      [pngInterlaced, pngPalette, jpegProgressive, webpLossless].map((b64_json) => ({ b64_json })),
    ),
  },
  {
    name: 'a PNG without its last 64 bytes',
    evidence: drawn([{ b64_json: shortened(png, 64) }]),
    findings: [{ expected: 'a complete image', actual: 'chunk IDAT is cut off' }],
  },
  {
    name: 'a JPEG without its end, after a whole PNG',
    evidence: drawn([{ b64_json: png }, { b64_json: shortened(jpegProgressive, 2) }]),
    findings: [{ actual: 'EOI is missing', where: 'data[1].b64_json' }],
  },
  {
    name: 'a WebP that is shorter than its RIFF size',
    evidence: drawn([{ b64_json: shortened(webpLossless, 2) }]),
    findings: [{ actual: 'its RIFF size is 52 bytes, and it has 50' }],
  },
  {
    name: 'text in base64',
    evidence: drawn([{ b64_json: 'bm90aGluZw==' }]),
    findings: [{ actual: 'the first bytes are those of no known image type' }],
  },
  { name: 'an empty text', evidence: drawn([{ b64_json: '' }]), findings: [{}] },
  {
    name: 'a GIF, which is not read',
    evidence: drawn([{ b64_json: gif }]),
    unverifiable: 'an image of a type that Assay decodes',
  },
  {
    name: 'a GIF beside a PNG that is cut off',
    evidence: drawn([{ b64_json: gif }, { b64_json: shortened(png, 64) }]),
    findings: [{ where: 'data[1].b64_json' }],
  },
  { name: 'no image', evidence: drawn([]), unverifiable: 'an item with text in b64_json' },
  {
    name: 'base64 with a data: prefix',
    evidence: drawn([{ b64_json: `data:image/png;base64,${png}` }]),
    unverifiable: 'base64 of a PNG, JPEG or WebP',
  },
]);

function shortened(image: string, bytes: number): string {
  return Buffer.from(image, 'base64').subarray(0, -bytes).toString('base64');
}

ruleTable(imagesDimensions, [
  { name: 'a PNG of the requested size', evidence: drawn([PNG_ITEM], { size: '6x4' }) },
  {
    name: 'a JPEG and a WebP of the requested size',
    evidence: drawn([{ b64_json: jpegProgressive }, { b64_json: webpExtended }], { size: '6x4' }),
  },
  {
    name: 'width and height swapped',
    evidence: drawn([PNG_ITEM], { size: '4x6' }),
    findings: [{ expected: '4x6', actual: '6x4', where: 'data[0].b64_json' }],
  },
  {
    name: 'a request that leaves the size to the gateway',
    evidence: drawn([PNG_ITEM]),
    unverifiable: 'a request with size',
  },
  {
    name: 'an image that is not read',
    evidence: drawn([{ b64_json: gif }], { size: '6x4' }),
    unverifiable: 'an image of a type that Assay decodes',
  },
  {
    name: 'an image that is not base64',
    evidence: drawn([{ b64_json: 'no base64' }], { size: '6x4' }),
    unverifiable: 'a complete PNG, JPEG or WebP',
  },
  {
    name: 'no image',
    evidence: drawn([], { size: '6x4' }),
    unverifiable: 'an item with text in b64_json',
  },
]);

ruleTable(imagesMimeMatches, [
  {
    name: 'a PNG, a JPEG and a WebP by their types',
    evidence: drawn([
      typedItem(png, 'image/png'),
      typedItem(jpeg, 'image/jpeg'),
      typedItem(webp, 'image/webp'),
      typedItem(avif, 'image/avif'),
    ]),
  },
  { name: 'a type in capitals', evidence: drawn([typedItem(png, 'image/PNG')]) },
  {
    name: 'a truncated PNG',
    evidence: drawn([typedItem(png.slice(0, 40), 'image/png')]),
  },
  {
    name: 'image/jpg, which is not registered',
    evidence: drawn([typedItem(jpeg, 'image/jpg')]),
    findings: [{ expected: 'image/jpeg', actual: 'image/jpg' }],
  },
  {
    name: 'an item without mime_type',
    evidence: drawn([{ b64_json: png }]),
    unverifiable: 'an item with mime_type',
  },
]);

function typedItem(b64_json: string, mime_type: string): object {
  return { b64_json, mime_type };
}

ruleTable(imagesNAbsentOne, [
  { name: 'one image', evidence: drawn([PNG_ITEM]) },
  {
    name: 'two images',
    evidence: drawn([PNG_ITEM, PNG_ITEM]),
    findings: [{ expected: '1 item', actual: '2 items', where: 'data' }],
  },
  {
    name: 'a request with n',
    evidence: drawn([PNG_ITEM, PNG_ITEM], { n: 2 }),
    unverifiable: 'a request without n',
  },
  {
    name: 'an answer without data',
    evidence: answer({ created: 1 }, { operation: 'images', sent: { model: 'm', prompt: 'p' } }),
    unverifiable: 'an array of data',
  },
]);

ruleTable(imagesNHonoured, [
  { name: 'two images for n of 2', evidence: drawn([PNG_ITEM, PNG_ITEM], { n: 2 }) },
  {
    name: 'one image for n of 2',
    evidence: drawn([PNG_ITEM], { n: 2 }),
    findings: [{ expected: '2 items', actual: '1 item', where: 'data' }],
  },
  {
    name: 'a request that leaves n to the gateway',
    evidence: drawn([PNG_ITEM, PNG_ITEM]),
    unverifiable: 'a request with n',
  },
  {
    name: 'an answer without data',
    evidence: answer(
      { created: 1 },
      { operation: 'images', sent: { model: 'm', prompt: 'p', n: 1 } },
    ),
    unverifiable: 'an array of data',
  },
]);

const good = drawn([PNG_ITEM], { n: 1 });
const images = (count: number) => Array.from({ length: count }, () => PNG_ITEM);

ruleTable(imagesNRefused, [
  ...[400, 422].map((status) => ({
    name: `a number that is refused with ${status}`,
    evidence: series([good, notDrawn(status)]),
  })),
  {
    name: 'as many images as requested, above the maximum of the profile',
    evidence: series([good, drawn(images(11), { n: 11 })]),
  },
  {
    name: 'no image for n of 0',
    evidence: series([good, drawn([], { n: 0 })]),
    findings: [{}],
  },
]);
