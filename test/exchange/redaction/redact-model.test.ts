import { expect, test } from 'vitest';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';
import { redactModel } from '../../../src/exchange/redaction/redact-model.ts';

const KEY = 'assay_live_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const redactor = new Redactor(runSecrets(KEY));

test('a model: texts and names are marked at any depth, and all else is kept', () => {
  const model = {
    outcome: 'failed',
    count: 2,
    none: null,
    rules: [{ examples: [[`x ${KEY}`, true]], [KEY]: KEY.slice(11) }],
  };
  expect(redactModel(model, redactor)).toEqual({
    outcome: 'failed',
    count: 2,
    none: null,
    rules: [{ examples: [['x [API key 1]', true]], '[API key 1]': '[part of API key 1]' }],
  });
});

test('a model: its members keep their order, and absent ones stay absent', () => {
  const model = { b: 1, a: undefined, c: 'c' };
  expect(Object.entries(redactModel(model, redactor))).toEqual(Object.entries(model));
});

test('a model: a member named __proto__ stays a member', () => {
  const model: unknown = JSON.parse(`{"__proto__":{"a":"${KEY}"}}`);
  expect(JSON.stringify(redactModel(model, redactor))).toBe('{"__proto__":{"a":"[API key 1]"}}');
});

test('a model: a key over the reads of an answer is marked in each of them', () => {
  const [before, after] = [`data: {"a":"${KEY.slice(0, 22)}`, `${KEY.slice(22)}"}`];
  const body = [
    { atMs: 1, text: before },
    { atMs: 2, text: after },
  ];
  expect(redactModel({ body }, redactor)).toEqual({
    body: [
      { atMs: 1, text: 'data: {"a":"' },
      { atMs: 2, text: '[API key 1]"}' },
    ],
  });
});
