import { expect, test } from 'vitest';
import { readClaims } from '../../scripts/claims.ts';
import { EVERY_RULE } from '../../src/conformance/catalogue.ts';

const claims = (await readClaims()).flatMap(({ claims: inSection }) => inSection);
const named = new Set(claims.flatMap((claim) => ('rules' in claim ? claim.rules : [])));

test('claims: every rule that one names exists', () => {
  const known = new Set(EVERY_RULE.map(({ rule }) => rule.id));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

test('claims: every rule that is stated by the interface tests one', () => {
  const stated = EVERY_RULE.filter(({ rule }) => rule.provenance === 'stated');
  expect(stated.map(({ rule }) => rule.id).filter((id) => !named.has(id))).toEqual([]);
});

test('claims: each has its rules, once each, or a reason', () => {
  const bare = claims.filter((claim) =>
    'rules' in claim
      ? new Set(claim.rules).size !== claim.rules.length
      : !/^[A-Z].+\.$/.test(claim.reason),
  );
  expect(bare).toEqual([]);
});

test('claims: each is quoted once in its section', async () => {
  for (const { section, claims: inSection } of await readClaims()) {
    const quotes = inSection.map(({ quote }) => quote);
    expect(quotes, section).toEqual([...new Set(quotes)]);
  }
});
