import { describe, expect, test } from 'vitest';
import { CANARY_KEYS } from '../../support/canary/canary-secrets.ts';
import { echoingJson, echoingStream } from '../../support/canary/echoed-answers.ts';
import { SecretFinder } from '../../support/canary/find-secrets.ts';
import { KEY_FORMS } from '../../support/canary/key-forms.ts';

const [KEY, OTHER] = CANARY_KEYS;
const finder = new SecretFinder([KEY]);

const shows = (text: string): boolean => finder.in(Buffer.from(text)).length > 0;

/** The canary scan is only useful if it finds every form of a key. */
describe('canary scan', () => {
  test.each(Object.entries(KEY_FORMS))('it finds a key, %s', (_, form) => {
    expect(shows(`a text with ${form(KEY)} in it`)).toBe(true);
    expect(shows(JSON.stringify({ log: JSON.stringify({ text: form(KEY) }) }))).toBe(true);
    expect(shows(`a text with ${form(OTHER)} in it`)).toBe(false);
  });

  test('it finds a key in the deltas of a stream, also in a report about it', () => {
    const chunk = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const pieces = (KEY.match(/.{1,3}/g) ?? []).map(chunk).join('');
    expect(shows(pieces)).toBe(true);
    expect(shows(JSON.stringify({ body: [{ text: pieces }] }))).toBe(true);
    expect(shows(echoingStream(chunk('Hello.'), [OTHER]))).toBe(false);
    expect(shows(echoingStream(chunk('Hello.'), [KEY]))).toBe(true);
  });

  test('it finds a key in the text chunk of an image', () => {
    const body = echoingJson('{"data":[{"b64_json":"aGVsbG8="}]}', [KEY], true);
    expect(shows(JSON.stringify(JSON.parse(body).data))).toBe(true);
  });

  test('it does not take a marker or a prefix for a key', () => {
    expect(shows('[API key 1] [part of API key 1] canary_live_ canary_live_7Qw9Er2Ty5')).toBe(
      false,
    );
  });
});
