import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curl } from '../../src/exchange/curl.ts';
import type { Exchange, ExchangeRequest, RequestBody } from '../../src/exchange/exchange.ts';

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
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const output = execFileSync('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ASSAY_API_KEY: 'KEY1', ASSAY_API_KEY_2: 'KEY2' },
  });
  return output.toString().split('\0').slice(0, -1);
}

describe('curl line', () => {
  test('a JSON request is sent with the key of the environment', () => {
    const body = text('{"text":"it\'s \\"$HOME\\" `ls`\\n"}');
    const line = curl(exchangeOf({ headers: [JSON_TYPE], body }));
    expect(line).toContain('$ASSAY_API_KEY');
    expect(wordsOf(line)).toEqual([
      '-sSiN',
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
    ['second', 'Authorization: Bearer KEY2'],
    ['other', 'Authorization: <the credential that was tried>'],
  ] as const)('the %s credential is named', (credential, header) => {
    expect(wordsOf(curl(exchangeOf({ credential })))).toContain(header);
  });

  test('no credential is no header', () => {
    expect(wordsOf(curl(exchangeOf({ credential: 'none', method: 'GET' })))).toEqual([
      '-sSiN',
      'http://127.0.0.1:1/chat/completions',
    ]);
  });

  test('an empty header is sent empty, and what curl writes by itself is left out', () => {
    const headers = [
      ['idempotency-key', ''],
      ['content-length', '3'],
      ['transfer-encoding', 'chunked'],
    ] as const;
    const words = wordsOf(curl(exchangeOf({ headers })));
    expect(words.filter((_, index) => words[index - 1] === '-H')).toEqual([
      'Authorization: Bearer KEY1',
      'idempotency-key;',
      'transfer-encoding: chunked',
    ]);
  });

  test('line breaks, controls and quotes come through the shell on one line', () => {
    const body = "a\r\n\tb\u0001\u007f'c' \\ é漢😀";
    const line = curl(exchangeOf({ body: text(body) }));
    expect(line).not.toContain('\n');
    expect(wordsOf(line).at(-1)).toBe(body);
  });

  test('a path with dots and brackets is sent as it is', () => {
    const url = 'http://127.0.0.1:1/videos/../[x]';
    expect(wordsOf(curl(exchangeOf({ method: 'GET', url })))).toEqual(
      expect.arrayContaining(['--globoff', '--path-as-is', url]),
    );
  });

  test('a form is sent by curl, which makes its own boundary', () => {
    const line = curl(
      exchangeOf({
        headers: [['content-type', 'multipart/form-data; boundary=b1']],
        body: {
          kind: 'multipart',
          fields: [['model', '@m']],
          files: [{ field: 'file', filename: 'a "b".wav', sizeBytes: 44, sha256: '00' }],
          sizeBytes: 300,
        },
      }),
    );
    expect(line).not.toContain('boundary');
    expect(wordsOf(line).slice(-4)).toEqual([
      '--form-string',
      'model=@m',
      '-F',
      'file=@file-of-44-bytes;filename="a \\"b\\".wav"',
    ]);
  });

  test('a long body is named instead of shown', () => {
    const line = curl(exchangeOf({ body: text('x'.repeat(5000)) }));
    expect(line.length).toBeLessThan(300);
    expect(line).toContain('--data-binary @body-of-5000-bytes');
  });

  test('a body that is no text is named instead of shown', () => {
    const line = curl(exchangeOf({ body: { kind: 'text', text: 'caf\uFFFD', sizeBytes: 4 } }));
    expect(line).toContain('--data-binary @body-of-4-bytes');
  });

  test('a huge header and a huge address are cut', () => {
    const headers = [['x-long', 'y'.repeat(1 << 20)]] as const;
    const line = curl(exchangeOf({ headers, url: `http://127.0.0.1:1/${'z'.repeat(1 << 20)}` }));
    expect(line.length).toBeLessThan(6000);
  });
});
