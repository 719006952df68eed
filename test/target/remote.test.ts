import { describe, expect, test } from 'vitest';
import { openTarget } from '../../src/commands/target/open-target.ts';
import { UsageError } from '../../src/input/usage-error.ts';
import { parseAddress } from '../../src/target/remote.ts';
import { order } from './order.ts';

const KEY = 'acme_live_0123456789abcdef';

describe('address', () => {
  test.each([
    ['an origin', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['a slash at its end', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['a path prefix', 'https://api.example.com/v1', 'https://api.example.com/v1'],
    ['a path prefix with slashes at its end', 'https://h.example/a/b//', 'https://h.example/a/b'],
    ['an IPv6 host', 'http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['the default port', 'https://h.example:443', 'https://h.example'],
    ['an @ in its path', 'https://h.example/@team/v1', 'https://h.example/@team/v1'],
  ])('address: %s is accepted', (_, text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  test.each([
    ['no scheme', 'localhost:8080', /Start it with http/],
    ['another scheme', 'ftp://h.example', /Start it with http/],
    ['no host', 'http://', /Check its host/],
    ['a port beyond 65535', 'http://h.example:99999', /Invalid address/],
    ['a query', 'http://h.example/v1?key=s3cret', /query.*: http:\/\/h.example\/v1\. /],
    ['a fragment', 'http://h.example/v1#s3cret', /fragment/],
    ['the path of an operation', 'http://h.example/v1/chat/completions', /Remove \/chat/],
    ['a name and a password', 'http://s3cret:s3cret@h.example', /contains credentials/],
    ['a password alone', 'http://:s3cret@h.example', /contains credentials/],
    ['a name', 'http://s3cret@h.example', /contains credentials/],
    ['a password without a scheme', 's3cret:s3cret@h.example', /contains credentials/],
  ])('address: %s is refused without repeating a secret', (_, text, sentence) => {
    const message = refusalOf(text);
    expect(message).toMatch(sentence);
    expect(message).not.toContain('s3cret');
  });
});

function refusalOf(text: string): string {
  try {
    return `taken as ${parseAddress(text)}`;
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error instanceof UsageError ? error.message : '';
  }
}

describe('target', () => {
  test('target: an address makes a remote target with the keys of the environment', async () => {
    const environment = { ASSAY_API_KEY: KEY, ASSAY_API_KEY_2: `${KEY}2` };
    const target = await openTarget(order('http://127.0.0.1:9/v1/', { environment }));
    expect(target).toMatchObject({
      kind: 'remote',
      address: 'http://127.0.0.1:9/v1',
      keys: { first: KEY, second: `${KEY}2` },
      profile: 'default',
    });
  });

  test('target: without a second key in the environment the target has none', async () => {
    const target = await openTarget(
      order('http://127.0.0.1:9', { environment: { ASSAY_API_KEY: KEY, ASSAY_API_KEY_2: '' } }),
    );
    expect(target.keys).toEqual({ first: KEY });
  });

  test('target: its specific keys take precedence over the common ones, for both tenants', async () => {
    const environment = {
      ASSAY_API_KEY: KEY,
      ASSAY_API_KEY_2: `${KEY}2`,
      ASSAY_API_KEY_OURS: `${KEY}3`,
    };
    const keyVariable = 'ASSAY_API_KEY_OURS';
    const own = await openTarget(order('http://127.0.0.1:9', { environment, keyVariable }));
    expect(own.keys).toEqual({ first: `${KEY}3` });
    expect(own.keyRemedy).toBe('Check ASSAY_API_KEY_OURS.');
    const other = { environment, keyVariable: 'ASSAY_API_KEY_THEIRS' };
    const shared = await openTarget(order('http://127.0.0.1:9', other));
    expect(shared.keys).toEqual({ first: KEY, second: `${KEY}2` });
    expect(shared.keyRemedy).toMatch(/^Check ASSAY_API_KEY, or set ASSAY_API_KEY_THEIRS for/);
  });

  test.each([
    ['no key', {}, /ASSAY_API_KEY is not set/],
    ['an empty key', { ASSAY_API_KEY: '' }, /ASSAY_API_KEY is not set/],
    ['a key of two lines', { ASSAY_API_KEY: `${KEY}\n` }, /ASSAY_API_KEY contains a character/],
    [
      'a key with a space',
      { ASSAY_API_KEY: `Bearer ${KEY}` },
      /ASSAY_API_KEY contains a character/,
    ],
    ['a bad second key', { ASSAY_API_KEY: KEY, ASSAY_API_KEY_2: 'é' }, /ASSAY_API_KEY_2 contains/],
    ['the same key twice', { ASSAY_API_KEY: KEY, ASSAY_API_KEY_2: KEY }, /equals ASSAY_API_KEY/],
  ])('target: %s is reported without the key', async (_, environment, sentence) => {
    const starting = openTarget(order('http://127.0.0.1:9', { environment }));
    await expect(starting).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(sentence) }),
    );
    await expect(starting).rejects.not.toThrow(KEY);
  });

  test.each([
    ['embeded', /^Unknown target: embeded\. Did you mean embedded\?/],
    [
      'production',
      /^Unknown target: production\. Name an http\(s\) address, container or embedded/,
    ],
  ])('target: the unknown name %s is reported with the remedy', async (text, sentence) => {
    await expect(openTarget(order(text))).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(sentence) }),
    );
  });
});
