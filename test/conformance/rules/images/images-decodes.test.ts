import { imagesDecodes } from '../../../../src/conformance/rules/images/images-decodes.ts';
import { SAMPLE_IMAGES } from '../../../support/sample-images.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn } from './drawn.ts';

const { png, gif, jpegProgressive, pngInterlaced, pngPalette, webpLossless } = SAMPLE_IMAGES;

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

function shortened(base64: string, bytes: number): string {
  return Buffer.from(base64, 'base64').subarray(0, -bytes).toString('base64');
}
