import { expect, test } from 'vitest';
import {
  holdsMarker,
  keyRecipe,
  recipePieces,
} from '../../../src/exchange/redaction/key-recipe.ts';
import { runSecrets } from '../../../src/exchange/redaction/redact.ts';

const FIRST = 'ref_live_k3yOfTheFirstTenant42';
const SECOND = 'ref_live_0therK3yOfTenantTwo77';
const SECRETS = runSecrets(FIRST, SECOND);
const swapped = FIRST.replace(/[a-z]/gi, (letter) =>
  letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
);

test.each([
  ['whole', `Bearer ${FIRST}`, 'Bearer [API key 1]'],
  ['of the other tenant', SECOND, '[API key 2]'],
  ['in the other case', `Bearer ${swapped}`, 'Bearer [API key 1 in the other case]'],
  ['cut', FIRST.slice(0, -1), '[API key 1 without its last character]'],
  [
    'as Basic',
    `Basic ${Buffer.from(`:${FIRST}`).toString('base64')}`,
    'Basic [base64 of ":" and API key 1]',
  ],
  ['of another', 'Bearer ref_live_neverIssuedAtAll', 'Bearer ref_live_neverIssuedAtAll'],
])('key recipe: a key %s is told without itself', (_, text, recipe) => {
  expect(keyRecipe(text, SECRETS)).toBe(recipe);
  expect(recipePieces(recipe)).toBeDefined();
});

test.each([
  ['its first half', FIRST.slice(0, 22)],
  ['its characters in capitals', FIRST.toUpperCase()],
  ['its rest behind another prefix', `other_${FIRST.slice(12)}`],
])('key recipe: %s is not told', (_, text) => {
  expect(keyRecipe(`Bearer ${text}`, SECRETS)).toBeUndefined();
});

test('key recipe: a digest of a key is a marker that no shell can make', () => {
  expect(recipePieces('[sha256 of API key 1]')).toBeUndefined();
  expect(holdsMarker('a [part of API key 2] b')).toBe(true);
  expect(holdsMarker('[1, 2]')).toBe(false);
});
