import { describe, expect, test } from 'vitest';
import { NO_ACCESS } from '../../src/exchange/access.ts';
import { readAccess, type WrittenAccess } from '../../src/target/read-access.ts';
import { requireResolved } from '../../src/target/read-addresses.ts';

const read = (written: Omit<WrittenAccess, 'headers'>) =>
  readAccess({ headers: {}, ...written }, { HTTPS_PROXY: 'http://proxy.test:3128' });

test('addresses of a name are read as curl writes them', () => {
  const { resolve } = read({ resolve: ['Gateway.test:443:10.0.0.1,[::1],10.0.0.1', 'b:80:::2'] });
  expect(resolve).toEqual({ 'gateway.test:443': ['10.0.0.1', '::1'], 'b:80': ['::2'] });
});

test('a socket is found from the folder of the configuration', () => {
  const { unixSocket, proxy } = read({ unixSocket: 'run/gw.sock', folder: '/etc/gateway' });
  expect(unixSocket).toBe('/etc/gateway/run/gw.sock');
  expect(proxy).toEqual({ url: 'none', from: 'unixSocket' });
});

test('addresses go together with proxy: none', () => {
  expect(read({ resolve: ['a:80:10.0.0.1'], proxy: 'none' }).proxy).toMatchObject({ url: 'none' });
});

describe('addresses are refused that', () => {
  test.each([
    'gateway.test',
    'gateway.test:443',
    'gateway.test:443:',
    'gateway.test:443:other.test',
    'gateway.test:443:10.0.0.1,',
    'gateway.test:0:10.0.0.1',
    'gateway.test:65536:10.0.0.1',
    '10.0.0.2:443:10.0.0.1',
    '*:443:10.0.0.1',
    '-gateway.test:443',
  ])('are none: %s', (text) => {
    expect(() => read({ resolve: [text] })).toThrow(
      `resolve needs a name, its port and IP addresses, such as gateway.example:443:10.0.0.1,10.0.0.2; got ${JSON.stringify(text)}.`,
    );
  });

  test.each<[string, Omit<WrittenAccess, 'headers'>, string]>([
    [
      'stand in two entries',
      { resolve: ['a:80:10.0.0.1', 'A:80:10.0.0.2'] },
      'resolve has a:80 twice.',
    ],
    [
      'a proxy would not use',
      { resolve: ['a:80:10.0.0.1'], proxy: 'http://proxy.test:3128' },
      'proxy and resolve cannot be combined: the proxy connects to the target by its name.',
    ],
    [
      'a proxy would not reach',
      { unixSocket: '/gw.sock', proxy: 'http://proxy.test:3128' },
      'proxy and unixSocket cannot be combined',
    ],
    [
      'a socket makes idle',
      { resolve: ['a:80:10.0.0.1'], unixSocket: '/gw.sock' },
      'resolve and unixSocket cannot be combined',
    ],
    [
      'are longer than a socket can have',
      { unixSocket: `/${'a'.repeat(103)}` },
      'The path of unixSocket has more than 103 bytes',
    ],
  ])('%s', (_, written, sentence) => {
    expect(() => read(written)).toThrow(sentence);
  });

  test('no target has', () => {
    const access = { ...NO_ACCESS, resolve: { 'gateway.test:80': ['10.0.0.1'] } };
    expect(() => requireResolved(['https://gateway.test/v1'], access)).toThrow(
      'resolve has gateway.test:80, and the target is gateway.test:443. Write the same name and port, or remove it.',
    );
    expect(() => requireResolved(['http://gateway.test/v1', 'http://b'], access)).not.toThrow();
  });
});
