import { imagesDimensions } from '../../../../src/conformance/rules/images/images-dimensions.ts';
import { SAMPLE_IMAGES } from '../../../support/sample-images.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, PNG_ITEM } from './drawn.ts';

const { gif, jpegProgressive, webpExtended } = SAMPLE_IMAGES;

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
