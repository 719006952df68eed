import {
  imagesB64Canonical,
  imagesDecodes,
  imagesDimensions,
  imagesFormatKept,
  imagesMimeMatches,
  imagesNAbsentOne,
  imagesNHonoured,
  imagesNRefused,
  imagesShape,
} from '../../../../src/conformance/rules/images.ts';
import { SAMPLE_IMAGES } from '../../../support/sample-images.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
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
  passes('base64 with both odd letters and two pads', drawn([item(AWKWARD)])),
  passes('base64 of bytes that are not an image', drawn([item('bm90aGluZw==')])),
  finds('a data: prefix', drawn([item(`data:image/png;base64,${base64}`)]), {
    actual: `data:image/png;base64,${base64}`.slice(0, 48),
    where: 'data[0].b64_json',
  }),
  finds(
    'a line break after 76 characters',
    drawn([PNG_ITEM, item(`${base64.slice(0, 76)}\n${base64.slice(76)}`)]),
    { where: 'data[1].b64_json' },
  ),
  finds('URL-safe letters', drawn([item('AB-_AA==')]), {}),
  finds('padding missing', drawn([item('AB+/AA')]), {}),
  finds('bits behind the last byte', drawn([item('AB+/AB==')]), {}),
  finds('text behind the padding', drawn([item('AB+/AA==AAAA')]), {}),
  unverified(
    'a link in place of the image',
    drawn([{ url: 'https://example.com/1.png' }]),
    'an item with text in b64_json',
  ),
]);

function item(b64_json: string): object {
  return { b64_json, mime_type: 'image/png' };
}

ruleTable(imagesDecodes, [
  passes('a PNG', drawn([{ b64_json: png }])),
  passes(
    'an interlaced PNG, a palette PNG, a progressive JPEG and a lossless WebP',
    drawn(
      [pngInterlaced, pngPalette, jpegProgressive, webpLossless].map((b64_json) => ({ b64_json })),
    ),
  ),
  finds('a PNG without its last 64 bytes', drawn([{ b64_json: shortened(png, 64) }]), {
    expected: 'a complete image',
    actual: 'chunk IDAT is cut off',
  }),
  finds(
    'a JPEG without its end, after a whole PNG',
    drawn([{ b64_json: png }, { b64_json: shortened(jpegProgressive, 2) }]),
    { actual: 'EOI is missing', where: 'data[1].b64_json' },
  ),
  finds(
    'a WebP that is shorter than its RIFF size',
    drawn([{ b64_json: shortened(webpLossless, 2) }]),
    { actual: 'its RIFF size is 52 bytes, and it has 50' },
  ),
  finds('text in base64', drawn([{ b64_json: 'bm90aGluZw==' }]), {
    actual: 'the first bytes are those of no known image type',
  }),
  unverified(
    'a GIF, which is not read',
    drawn([{ b64_json: gif }]),
    'an image of a type that Assay decodes',
  ),
  finds(
    'a GIF beside a PNG that is cut off',
    drawn([{ b64_json: gif }, { b64_json: shortened(png, 64) }]),
    { where: 'data[1].b64_json' },
  ),
  unverified('no image', drawn([]), 'an item with text in b64_json'),
  unverified(
    'base64 with a data: prefix',
    drawn([{ b64_json: `data:image/png;base64,${png}` }]),
    'base64 of a PNG, JPEG or WebP',
  ),
]);

function shortened(image: string, bytes: number): string {
  return Buffer.from(image, 'base64').subarray(0, -bytes).toString('base64');
}

ruleTable(imagesDimensions, [
  passes('a PNG of the requested size', drawn([PNG_ITEM], { size: '6x4' })),
  passes(
    'a JPEG and a WebP of the requested size',
    drawn([{ b64_json: jpegProgressive }, { b64_json: webpExtended }], { size: '6x4' }),
  ),
  finds('width and height swapped', drawn([PNG_ITEM], { size: '4x6' }), {
    expected: '4x6',
    actual: '6x4',
    where: 'data[0].b64_json',
  }),
  unverified(
    'a request that leaves the size to the gateway',
    drawn([PNG_ITEM]),
    'a request with size',
  ),
  unverified(
    'an image that is not read',
    drawn([{ b64_json: gif }], { size: '6x4' }),
    'an image of a type that Assay decodes',
  ),
  unverified(
    'an image that is not base64',
    drawn([{ b64_json: 'no base64' }], { size: '6x4' }),
    'a complete PNG, JPEG or WebP',
  ),
  unverified('no image', drawn([], { size: '6x4' }), 'an item with text in b64_json'),
]);

ruleTable(imagesMimeMatches, [
  passes(
    'a PNG, a JPEG and a WebP by their types',
    drawn([
      typedItem(png, 'image/png'),
      typedItem(jpeg, 'image/jpeg'),
      typedItem(webp, 'image/webp'),
      typedItem(avif, 'image/avif'),
    ]),
  ),
  passes('a type in capitals', drawn([typedItem(png, 'image/PNG')])),
  passes('a truncated PNG', drawn([typedItem(png.slice(0, 40), 'image/png')])),
  finds('image/jpg, which is not registered', drawn([typedItem(jpeg, 'image/jpg')]), {
    expected: 'image/jpeg',
    actual: 'image/jpg',
  }),
  unverified('an item without mime_type', drawn([{ b64_json: png }]), 'an item with mime_type'),
]);

ruleTable(imagesFormatKept, [
  passes('a WebP', drawn([{ b64_json: webp }], { output_format: 'webp' })),
  passes('a JPEG without mime_type', drawn([{ b64_json: jpeg }], { output_format: 'jpeg' })),
  finds('a PNG among JPEGs', drawn([{ b64_json: jpeg }, PNG_ITEM], { output_format: 'jpeg' }), {
    expected: 'image/jpeg',
    actual: 'image/png',
    where: 'data[1].b64_json',
  }),
  unverified('a request without output_format', drawn([PNG_ITEM]), 'a request with output_format'),
  unverified(
    'text in base64',
    drawn([{ b64_json: 'bm90aGluZw==' }], { output_format: 'png' }),
    'base64 of an image of a known type',
  ),
]);

const LINK = { url: 'https://example.com/1.png' };
const LINKED = { response_format: 'url' };

ruleTable(imagesShape, [
  passes('a link, as requested', drawn([LINK], LINKED)),
  passes('an image where a link was requested', drawn([PNG_ITEM], LINKED)),
  finds('neither', drawn([{ revised_prompt: 'A boat.' }], LINKED), { where: 'data[0]' }),
  finds(
    'a link in place of the image',
    drawn([LINK], { response_format: 'b64_json' }),
    {
      where: 'data[0].b64_json',
    },
    { where: 'data[0].mime_type' },
  ),
]);

const OF_LINKS = 'a request for images in base64';

ruleTable(imagesDecodes, [unverified('links, as requested', drawn([LINK], LINKED), OF_LINKS)]);
ruleTable(imagesMimeMatches, [unverified('links, as requested', drawn([LINK], LINKED), OF_LINKS)]);

function typedItem(b64_json: string, mime_type: string): object {
  return { b64_json, mime_type };
}

ruleTable(imagesNAbsentOne, [
  passes('one image', drawn([PNG_ITEM])),
  finds('two images', drawn([PNG_ITEM, PNG_ITEM]), {
    expected: '1 item',
    actual: '2 items',
    where: 'data',
  }),
  unverified('a request with n', drawn([PNG_ITEM, PNG_ITEM], { n: 2 }), 'a request without n'),
  unverified(
    'an answer without data',
    answer({ created: 1 }, { operation: 'images', sent: { model: 'm', prompt: 'p' } }),
    'an array of data',
  ),
]);

ruleTable(imagesNHonoured, [
  passes('two images for n of 2', drawn([PNG_ITEM, PNG_ITEM], { n: 2 })),
  finds('one image for n of 2', drawn([PNG_ITEM], { n: 2 }), {
    expected: '2 items',
    actual: '1 item',
    where: 'data',
  }),
  unverified(
    'a request that leaves n to the gateway',
    drawn([PNG_ITEM, PNG_ITEM]),
    'a request with n',
  ),
  unverified(
    'an answer without data',
    answer({ created: 1 }, { operation: 'images', sent: { model: 'm', prompt: 'p', n: 1 } }),
    'an array of data',
  ),
]);

const good = drawn([PNG_ITEM], { n: 1 });
const images = (count: number) => Array.from({ length: count }, () => PNG_ITEM);

ruleTable(imagesNRefused, [
  ...[400, 422].map((status) =>
    passes(`a number that is refused with ${status}`, series([good, notDrawn(status)])),
  ),
  passes(
    'as many images as requested, above the maximum of the profile',
    series([good, drawn(images(11), { n: 11 })]),
  ),
  finds('no image for n of 0', series([good, drawn([], { n: 0 })]), {}),
]);
