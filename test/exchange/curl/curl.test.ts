import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curl } from '../../../src/exchange/curl.ts';
import type { Exchange, ExchangeRequest, RequestBody } from '../../../src/exchange/exchange.ts';

const JSON_TYPE = ['content-type', 'application/json'] as const;

function exchangeOf(request: Partial<ExchangeRequest>): Exchange {
  return {
    id: 1,
    operation: 'chat',
    sender: 'test',
    attempt: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:1/chat/completions',
      headers: [],
      credential: 'first',
      body: { kind: 'none' },
      ...request,
    },
    timing: { intendedMs: 0, sendMs: 0, endMs: 1 },
    outcome: 'answered',
  };
}

const text = (body: string): RequestBody => ({
  kind: 'text',
  text: body,
  sizeBytes: Buffer.byteLength(body),
});

/** The arguments that a shell hands to curl. */
function wordsOf(exchange: Exchange): string[] {
  const line = curl(exchange);
  if (line === undefined) throw new Error('no line can send it');
  expect(line).not.toContain('\n');
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const output = execFileSync('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ASSAY_API_KEY: 'KEY1', ASSAY_API_KEY_2: 'KEY2', HOME: 'home' },
  });
  return output.toString().split('\0').slice(0, -1);
}

const START = ['-sSiN', '-w', '\\n', '-A', ''];

describe('curl line', () => {
  test('a JSON request is sent with the key of the environment', () => {
    const body = text('{"text":"it\'s \\"$HOME\\" `ls`\\n"}');
    const exchange = exchangeOf({ headers: [['user-agent', 'assay'], JSON_TYPE], body });
    expect(curl(exchange)).toContain('$ASSAY_API_KEY');
    expect(wordsOf(exchange)).toEqual([
      ...START.slice(0, -1),
      'assay',
      '-X',
      'POST',
      'http://127.0.0.1:1/chat/completions',
      '-H',
      'Authorization: Bearer KEY1',
      '-H',
      'content-type: application/json',
      '--data-raw',
      '{"text":"it\'s \\"$HOME\\" `ls`\\n"}',
    ]);
  });

  test.each([
    ['from another tenant', { credential: 'second' }, 'Authorization: Bearer KEY2'],
    [
      'that was never issued',
      { credential: 'other', authorization: 'Bearer ref_live_000' },
      'Authorization: Bearer ref_live_000',
    ],
    [
      'without a scheme',
      { credential: 'other', authorization: '[API key 1]' },
      'Authorization: KEY1',
    ],
    [
      'with its last character changed',
      { credential: 'other', authorization: 'Bearer [API key 1 without its last character]0' },
      'Authorization: Bearer KEY0',
    ],
    [
      'in the other case',
      { credential: 'other', authorization: 'Bearer [API key 1 in the other case]' },
      'Authorization: Bearer key1',
    ],
    [
      'as Basic',
      { credential: 'other', authorization: 'Basic [base64 of ":" and API key 1]' },
      `Authorization: Basic ${Buffer.from(':KEY1').toString('base64')}`,
    ],
    ['that is empty', { credential: 'other', authorization: '' }, 'Authorization;'],
    [
      'in a separate header',
      { credential: 'other', headers: [['x-api-key', '[API key 1]']] },
      'x-api-key: KEY1',
    ],
  ] as const)('a key %s is sent as it was', (_, request, header) => {
    expect(wordsOf(exchangeOf(request))).toContain(header);
  });

  test('a key is sent in the header of the profile, or not at all', () => {
    const key = { header: 'x-api-key', scheme: '' };
    expect(wordsOf(exchangeOf({ key }))).toContain('x-api-key: KEY1');
    const token = { header: 'authorization', scheme: 'Token' };
    expect(wordsOf(exchangeOf({ key: token }))).toContain('Authorization: Token KEY1');
    expect(wordsOf(exchangeOf({ key: null })).join()).not.toContain('KEY1');
  });

  test('headers and a query of every request are sent, with secrets from the environment', () => {
    const words = wordsOf(
      exchangeOf({
        url: 'http://127.0.0.1:1/videos?v=1&sig=${HOME}',
        headers: [['x-team', 'a ${HOME} "b"']],
        body: text('${HOME}'),
      }),
    );
    expect(words).toContain('http://127.0.0.1:1/videos?v=1&sig=home');
    expect(words).toContain('x-team: a home "b"');
    expect(words.at(-1)).toBe('${HOME}');
  });

  test('a key in the query is sent there, and no header carries one', () => {
    const url = 'http://127.0.0.1:1/chat/completions?api_key=[API key 1]';
    const words = wordsOf(exchangeOf({ url, credential: 'other', method: 'GET' }));
    expect(words.at(-1)).toBe('http://127.0.0.1:1/chat/completions?api_key=KEY1');
    expect(words.join()).not.toContain('Authorization');
  });

  test('there is no curl command for a header whose key a shell cannot reproduce', () => {
    const authorization = '[something made from API key 1]';
    expect(curl(exchangeOf({ credential: 'other', authorization }))).toBeUndefined();
  });

  test('a request without a credential has no such header', () => {
    expect(wordsOf(exchangeOf({ credential: 'none', method: 'GET' }))).toEqual([
      ...START,
      'http://127.0.0.1:1/chat/completions',
    ]);
  });

  test('a HEAD request does not wait for a body, and a POST without a body has no content type', () => {
    expect(wordsOf(exchangeOf({ method: 'HEAD' }))).toContain('--head');
    expect(wordsOf(exchangeOf({})).slice(-4)).toEqual(['-H', 'content-type:', '--data-raw', '']);
  });

  test('an empty header is sent empty, and a header that curl adds is omitted', () => {
    const headers = [
      ['idempotency-key', ''],
      ['content-length', '3'],
      ['accept', '*/*'],
      ['transfer-encoding', 'chunked'],
      ['content-type', 'text/plain'],
    ] as const;
    const words = wordsOf(exchangeOf({ headers, body: text('abc') }));
    expect(words.filter((_, index) => words[index - 1] === '-H')).toEqual([
      'Authorization: Bearer KEY1',
      'idempotency-key;',
      'transfer-encoding: chunked',
      'content-type: text/plain',
    ]);
  });

  test('line breaks, controls, quotes and hidden characters come through the shell on one line', () => {
    const body = "a\r\n\tb\u0001\u007f'c' \\ é漢😀 \u202e\u2028\ufeff";
    const exchange = exchangeOf({ body: text(body) });
    expect(curl(exchange)).not.toMatch(/[\u202e\u2028\ufeff]/);
    expect(wordsOf(exchange).at(-1)).toBe(body);
  });

  test('a path with dots and brackets is sent as it is', () => {
    const url = 'http://127.0.0.1:1/videos/../[x]';
    expect(wordsOf(exchangeOf({ method: 'GET', url }))).toEqual(
      expect.arrayContaining(['--globoff', '--path-as-is', url]),
    );
  });

  const cut: RequestBody = { kind: 'text', text: '{"a":1', sizeBytes: 70_000 };
  const form: RequestBody = { kind: 'multipart', fields: [], files: [], sizeBytes: 100 };
  test.each<[string, Partial<ExchangeRequest>]>([
    ['a long body', { body: text('x'.repeat(20_000)) }],
    ['a body that is known in part', { body: cut }],
    ['a body that is not text', { body: text('RIFF\u0000') }],
    ['a body that is not UTF-8', { body: text('caf\ufffd') }],
    ['a form', { body: form }],
    ['a long header', { headers: [['x-long', 'y'.repeat(20_000)]] }],
    ['a long address', { url: `http://127.0.0.1:1/${'z'.repeat(20_000)}` }],
    ['a stream that was left', { disconnect: { afterEvents: 2 } }],
  ])('a request with %s has no line', (_, request) => {
    expect(curl(exchangeOf({ method: 'GET' }))).toBeDefined();
    expect(curl(exchangeOf(request))).toBeUndefined();
  });

  test('an exchange of HTTP/2 is sent over it again', () => {
    const answer = { httpVersion: '2', status: 200, headers: [], sizeBytes: 0, reads: [] } as const;
    const plain = { ...exchangeOf({}), answer };
    expect(wordsOf(plain)).toContain('--http2-prior-knowledge');
    const secured = { ...exchangeOf({ url: 'https://127.0.0.1:1/x' }), answer };
    expect(wordsOf(secured)).toContain('--http2');
    expect(wordsOf(exchangeOf({})).join()).not.toContain('http2');
  });

  test('a slow reader is as slow again', () => {
    const exchange = exchangeOf({});
    const timing = { ...exchange.timing, readBytesPerSecond: 65_536 };
    expect(wordsOf({ ...exchange, timing })).toEqual(
      expect.arrayContaining(['--limit-rate', '65536']),
    );
    expect(wordsOf(exchange)).not.toContain('--limit-rate');
  });

  test('a slow sender is as slow again', () => {
    expect(wordsOf(exchangeOf({ writeBytesPerSecond: 32_768 }))).toEqual(
      expect.arrayContaining(['--limit-rate', '32768']),
    );
  });

  test('a sender that disconnected disconnects again at the same time', () => {
    expect(wordsOf(exchangeOf({ disconnect: { afterMs: 100 } }))).toEqual(
      expect.arrayContaining(['--max-time', '0.1']),
    );
  });
});
