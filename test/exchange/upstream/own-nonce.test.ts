import { expect, test } from 'vitest';
import { ownNonce } from '../../../src/exchange/upstream/nonces.ts';
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

function upload(fields: readonly (readonly [string, string])[], filename: string) {
  const files = [{ field: 'file', filename, sizeBytes: 44, sha256: '' }];
  return answer({}, { request: { body: { kind: 'multipart', fields, files, sizeBytes: 300 } } });
}

test('own nonce: an upload has it in the name of its file, or in a field', () => {
  expect(ownNonce(upload([['model', 'm']], 'speech-n00000001.wav'))).toBe('n00000001');
  expect(ownNonce(upload([['prompt', 'About n00000002.']], 'speech.wav'))).toBe('n00000002');
  expect(ownNonce(upload([['model', 'm']], 'speech.wav'))).toBeUndefined();
});

test('own nonce: a request without a body has none', () => {
  expect(ownNonce(answer({}))).toBeUndefined();
});
