import { describe, expect, test } from 'vitest';
import { NO_ACCESS, proxyOf, shownProxy } from '../../src/exchange/access.ts';
import { readAccess } from '../../src/target/read-access.ts';
import { accessTo } from '../../src/target/read-proxy.ts';

const HTTP = 'http://gateway.example/v1';
const HTTPS = 'https://gateway.example/v1';

function proxyFor(address: string, environment: Readonly<Record<string, string>>) {
  return shownProxy(accessTo(address, NO_ACCESS, environment));
}

describe('proxy of the environment', () => {
  test.each([
    ['HTTPS_PROXY is for https', HTTPS, { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    ['HTTPS_PROXY is not for http', HTTP, { HTTPS_PROXY: 'http://p:1' }, undefined],
    ['HTTP_PROXY is for http', HTTP, { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
    [
      'lower case comes first',
      HTTP,
      { HTTP_PROXY: 'http://p:1', http_proxy: 'http://q:2' },
      'http://q:2',
    ],
    ['an empty one is none', HTTPS, { https_proxy: '', HTTPS_PROXY: 'http://p:1' }, undefined],
    [
      'a CGI program ignores HTTP_PROXY',
      HTTP,
      { HTTP_PROXY: 'http://p:1', REQUEST_METHOD: 'GET' },
      undefined,
    ],
    ['a scheme may be absent', HTTPS, { HTTPS_PROXY: 'p:1' }, 'http://p:1'],
    ['credentials are not shown', HTTPS, { HTTPS_PROXY: 'http://me:secret@p:1/' }, 'http://p:1'],
    ['this machine needs none', 'http://localhost:80', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['a loopback address needs none', 'http://[::1]:80', { HTTP_PROXY: 'http://p:1' }, undefined],
  ])('%s', (_, address, environment, proxy) => {
    expect(proxyFor(address, environment)).toBe(proxy);
  });

  test.each([
    ['*', true],
    ['gateway.example', true],
    ['GATEWAY.example', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['other, gateway.example:443', true],
    ['other gateway.example', true],
    ['gateway.example:8443', false],
    ['way.example', false],
    ['10.0.0.0/8', false],
    ['', false],
  ])('NO_PROXY %j: reached directly is %s', (list, isDirect) => {
    const environment = { HTTPS_PROXY: 'http://p:1', NO_PROXY: list };
    expect(proxyFor(HTTPS, environment) === undefined).toBe(isDirect);
  });

  test.each([
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '3', false],
    ['https://[fd00::1]', 'fd00::/8', true],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fe00::1]', 'fd00::/8', false],
  ])('%s with NO_PROXY %j: reached directly is %s', (address, list, isDirect) => {
    const environment = { https_proxy: 'http://p:1', no_proxy: list };
    expect(proxyFor(address, environment) === undefined).toBe(isDirect);
  });
});

describe('proxy of the configuration', () => {
  const environment = { HTTPS_PROXY: 'http://p:1', PASSWORD: 'p@ss w/rd' };
  const way = (proxy: string, address = HTTPS) =>
    accessTo(address, readAccess({ headers: {}, proxy }, environment), environment);

  test('wins over the environment, also for this machine', () => {
    expect(shownProxy(way('http://q:2'))).toBe('http://q:2');
    expect(shownProxy(way('http://q:2', 'http://127.0.0.1:80'))).toBe('http://q:2');
  });

  test('none makes it direct', () => {
    expect(proxyOf(way('none'))).toBeUndefined();
  });

  test.each([
    ['http://me:p%40ss%20w%2Frd@q:2', 'http://${PROXY_USER}:${PROXY_PASSWORD}@q:2'],
    ['http://me:${PASSWORD}@q:2', 'http://${PROXY_USER}:${PASSWORD}@q:2'],
  ])('the credentials of %s are secrets, and sent', (written, url) => {
    const access = way(written);
    expect(access.proxy?.url).toBe(url);
    expect(Object.values(access.secrets).toSorted()).toEqual(['me', 'p@ss w/rd']);
    const authorization = `Basic ${Buffer.from('me:p@ss w/rd').toString('base64')}`;
    expect(proxyOf(access)).toEqual({ host: 'q', port: 2, authorization });
  });

  test.each([
    [
      'socks5://q:2',
      /^A proxy of the scheme socks5 cannot be used: proxy in the configuration\. Name an HTTP proxy,/,
    ],
    ['https://q:2', /^A proxy of the scheme https cannot be used/],
    [
      'http://secret@q:99999',
      /^The address of the proxy is invalid: proxy in the configuration\. Write http:/,
    ],
    ['http://se%cret:@q:2', /^The address of the proxy is invalid/],
    ['http://q:2/path', /^The address of the proxy is invalid/],
    ['http://${NOT_SET}@q:2', /needs the environment variable NOT_SET, which is not set/],
  ])('%s is refused without a part of it that may be secret', (written, sentence) => {
    expect(() => way(written)).toThrow(sentence);
    expect(() => way(written)).not.toThrow(/se%?cret/);
  });
});
