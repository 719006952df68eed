import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { curl } from '../../../src/exchange/curl/curl.ts';
import type { Exchange, ExchangeRequest, RequestBody } from '../../../src/exchange/exchange.ts';
import { multipartPayload } from '../../../src/exchange/multipart.ts';
import { wav } from '../../../src/exchange/wav.ts';

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

/** What curl would send as a body. */
function sentBody(exchange: Exchange): Buffer {
  const line = curl(exchange) ?? '';
  const script = `curl() { local last="\${@: -1}"; cat "\${last#@}"; }\n${line}`;
  return execFileSync('bash', ['--norc', '-c', script], { maxBuffer: 1 << 28 });
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

  test('header names in capitals stay in capitals, also those that curl sets itself', () => {
    const headers = [
      ['USER-AGENT', 'assay'],
      ['CONTENT-TYPE', 'application/json'],
    ] as const;
    const words = wordsOf(exchangeOf({ headers, body: text('{}') }));
    expect(words.filter((_, index) => words[index - 1] === '-H')).toEqual([
      'USER-AGENT: assay',
      'HOST: 127.0.0.1:1',
      'AUTHORIZATION: Bearer KEY1',
      'CONTENT-TYPE: application/json',
    ]);
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

  test.each([
    ['a long text', Buffer.from(`{"prompt":"${'x'.repeat(70_000)}"}`)],
    ['text that is not UTF-8', Buffer.from('{"prompt":"caf\xe9 %s \\ \' $HOME"}', 'latin1')],
    ['a NUL and line ends', Buffer.from('a\0b\r\n\n')],
    ['an upload', wav(26_214_401)],
    ['what begins like an option', Buffer.from('--form\r\nx\r\n--form--\r\n')],
  ])('%s is generated byte by byte', (_, bytes) => {
    const { length: sizeBytes } = bytes;
    const body: RequestBody = { kind: 'text', text: 'cut', sizeBytes };
    const exchange = exchangeOf({ body, bodyBytes: [bytes.subarray(0, 40), bytes.subarray(40)] });
    expect(sentBody(exchange).equals(bytes)).toBe(true);
    expect(curl(exchange)?.length).toBeLessThan(2000);
  });

  test.each([
    ['lines', '  "a": 1,\n'.repeat(700_000)],
    ['empty lines', '\n'.repeat(7_000_000)],
    ['runs that are too short to be generated', `${'a'.repeat(511)}\n`.repeat(13_000)],
  ])('a body of 7 MB of equal %s is searched once, and not shown', (_, long) => {
    expect(curl(exchangeOf({ body: text(long) }))).toBeUndefined();
  });

  test('a form of a load run is reproduced when its file is a generated tone', () => {
    const content = wav(1000);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { field: 'file', filename: 'a "b".wav', sizeBytes: content.length, sha256 };
    const form = {
      boundary: 'b1',
      parts: [
        { name: 'model', value: '@m' },
        { name: 'file', filename: file.filename, type: 'audio/wav', content },
      ],
    };
    const { contentType = '', chunks } = multipartPayload(form);
    const exchange = exchangeOf({
      headers: [['content-type', contentType]],
      body: { kind: 'multipart', fields: [['model', '@m']], files: [file], sizeBytes: 1300 },
    });
    expect(sentBody(exchange).equals(Buffer.concat([...chunks()]))).toBe(true);
    const other = { ...file, sha256: '00' };
    const body: RequestBody = { kind: 'multipart', fields: [], files: [other], sizeBytes: 1300 };
    expect(curl(exchangeOf({ headers: exchange.request.headers, body }))).toBeUndefined();
  });

  test('a body that is known only in part has no command', () => {
    const body: RequestBody = { kind: 'text', text: 'x'.repeat(100), sizeBytes: 70_000 };
    expect(curl(exchangeOf({ body }))).toBeUndefined();
  });

  test('a command generates a header of 100 kB', () => {
    const value = 'y'.repeat(100_000);
    const exchange = exchangeOf({ headers: [['x-long', value]] });
    expect(wordsOf(exchange)).toContain(`x-long: ${value}`);
    expect(curl(exchange)?.length).toBeLessThan(500);
  });

  test('a text too long for an argument has no command', () => {
    const url = `http://127.0.0.1:1/${'z'.repeat(1 << 20)}`;
    expect(curl(exchangeOf({ url }))).toBeUndefined();
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
    const line = curl(exchangeOf({ disconnect: { afterEvents: 2 } })) ?? '';
    const stream = 'HTTP/1.1 200\r\na: b\r\n\r\ndata: 1\n\ndata: 2\n\ndata: 3\n\n';
    const script = `curl() { printf '${stream}'; }\n${line}`;
    const output = execFileSync('bash', ['--norc', '-c', script]).toString();
    expect(output.match(/data: ./g)).toEqual(['data: 1', 'data: 2']);
  });
});
