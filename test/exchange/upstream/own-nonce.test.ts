import { expect, test } from 'vitest';
import { ownNonce } from '../../../src/exchange/upstream/own-nonce.ts';
import { answer } from '../../conformance/rules/exchanges.ts';

const turns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ role: 'user', content: `n0000000${index}` }));

test.each([
  ['the only one', turns(1), 'n00000000'],
  ['the last of a dialog', turns(3), 'n00000002'],
  ['unknown where there are more than the upstream records', turns(8), undefined],
  ['unknown where there is none', [], undefined],
])('own nonce: it is %s', (_, messages, nonce) => {
  expect(ownNonce(answer({}, { sent: { messages } }))).toBe(nonce);
});
