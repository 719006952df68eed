import { expect, test } from 'vitest';
import {
  containsMarker,
  keyTemplate,
  templatePieces,
} from '../../../src/exchange/redaction/key-template.ts';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';

const FIRST = 'ref_live_k3yOfTheFirstTenant42';
const SECOND = 'ref_live_0therK3yOfTenantTwo77';
const SECRETS = runSecrets(FIRST, SECOND);
const swapped = FIRST.replace(/[a-z]/gi, (letter) =>
  letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
);

test.each([
  ['whole', `Bearer ${FIRST}`, 'Bearer [API key 1]'],
  ['from the other tenant', SECOND, '[API key 2]'],
  ['in the other case', `Bearer ${swapped}`, 'Bearer [API key 1 in the other case]'],
  ['cut', FIRST.slice(0, -1), '[API key 1 without its last character]'],
  [
    'as Basic',
    `Basic ${Buffer.from(`:${FIRST}`).toString('base64')}`,
    'Basic [base64 of ":" and API key 1]',
  ],
  ['that was never issued', 'Bearer ref_live_neverIssuedAtAll', 'Bearer ref_live_neverIssuedAtAll'],
])('key template: a key %s is described without its value', (_, text, template) => {
  expect(keyTemplate(text, SECRETS)).toBe(template);
  expect(templatePieces(template)).toBeDefined();
});

test.each([
  ['its first half', FIRST.slice(0, 22)],
  ['its characters in capitals', FIRST.toUpperCase()],
  ['its rest behind another prefix', `other_${FIRST.slice(12)}`],
])('key template: %s has no description', (_, text) => {
  expect(new Redactor(SECRETS).template(`Bearer ${text}`)).toBeUndefined();
});

test('key template: a shell cannot reproduce the marker of a key in hex', () => {
  expect(templatePieces('[hex of API key 1]')).toBeUndefined();
  expect(containsMarker('a [part of API key 2] b')).toBe(true);
  expect(containsMarker('[1, 2]')).toBe(false);
});
