import { imagesB64Canonical } from '../../../../src/conformance/rules/images/images-b64-canonical.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, PNG_ITEM } from './drawn.ts';

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
