import { expect, test } from 'vitest';
import { contentDelta } from '../../src/contract/content-delta.ts';

test.each([
  ['chat', { choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] }, 'ab'],
  ['chat', { choices: [{ delta: { role: 'assistant', content: '' } }] }, ''],
  ['chat', { choices: [{ delta: { content: null } }] }, ''],
  ['chat', { choices: [] }, ''],
  ['chat', undefined, ''],
  ['responses', { type: 'response.output_text.delta', delta: 'a' }, 'a'],
  ['responses', { type: 'response.output_text.done', delta: 'a' }, ''],
  ['responses', { choices: [{ delta: { content: 'a' } }] }, ''],
  ['other', { choices: [{ delta: { content: 'a' } }] }, ''],
] as const)('content delta: %s in %j has %j', (operation, json, text) => {
  expect(contentDelta(operation, json)).toBe(text);
});
