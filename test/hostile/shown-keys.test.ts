import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { shownKeys } from './shown-keys.ts';

const KEY = 'sk-Canary7fQ2xLw9ZbT4mVr8';

test.each<[what: string, text: string, form: string]>([
  ['a key', KEY, 'plain'],
  ['12 characters of a key', KEY.slice(7, 19), 'plain'],
  ['a key in upper case', KEY.toUpperCase(), 'plain'],
  ['a reversed key', [...KEY].toReversed().join(''), 'reversed'],
  ['a key escaped in JSON', KEY.replaceAll(/./g, (c) => `\\u00${hex(c)}`), 'plain'],
  ['a percent-encoded key', KEY.replaceAll(/./g, (c) => `%${hex(c)}`), 'plain'],
  ['a key in entities', KEY.replaceAll(/./g, (c) => `&#${c.charCodeAt(0)};`), 'plain'],
  ['a key in hex', Buffer.from(KEY).toString('hex'), 'hex'],
  ['Bearer and a key in base64', Buffer.from(`Bearer ${KEY}`).toString('base64'), 'base64'],
  ['a user and a key in base64', Buffer.from(`u:${KEY}`).toString('base64'), 'base64'],
  ['a SHA-256', createHash('sha256').update(KEY).digest('hex'), 'sha256 in hex'],
  ['an MD5', createHash('md5').update(KEY).digest('base64'), 'md5 in base64'],
])('shown keys: %s within other text is seen', (_what, text, form) => {
  expect(shownKeys(`before ${text} after`, [KEY])).toContain(form);
});

test.each([
  '[API key 1]',
  KEY.slice(0, 11),
  Buffer.from('sk-Another0aB1cD2eF3gH4iJ5').toString('base64'),
  '{"a":"\\u0041","b":"%41"}',
])('shown keys: %s shows none', (text) => {
  expect(shownKeys(text, [KEY])).toEqual([]);
});

function hex(character: string): string {
  return character.charCodeAt(0).toString(16);
}
