import { imagesMimeMatches } from '../../../../src/conformance/rules/images/images-mime-matches.ts';
import { SAMPLE_IMAGES } from '../../../support/sample-images.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn } from './drawn.ts';

const { avif, jpeg, png, webp } = SAMPLE_IMAGES;

ruleTable(imagesMimeMatches, [
  {
    name: 'a PNG, a JPEG and a WebP by their types',
    evidence: drawn([
      item(png, 'image/png'),
      item(jpeg, 'image/jpeg'),
      item(webp, 'image/webp'),
      item(avif, 'image/avif'),
    ]),
  },
  { name: 'a type in capitals', evidence: drawn([item(png, 'image/PNG')]) },
  {
    name: 'a truncated PNG',
    evidence: drawn([item(png.slice(0, 40), 'image/png')]),
  },
  {
    name: 'image/jpg, which is not registered',
    evidence: drawn([item(jpeg, 'image/jpg')]),
    findings: [{ expected: 'image/jpeg', actual: 'image/jpg' }],
  },
  {
    name: 'an item without mime_type',
    evidence: drawn([{ b64_json: png }]),
    unverifiable: 'an item with mime_type',
  },
]);

function item(b64_json: string, mime_type: string): object {
  return { b64_json, mime_type };
}
