import type { ProbeRequest } from '../gateway.ts';
import type { Difference, Expected } from './difference.ts';

type Headers = Readonly<Record<string, string>>;

/** What clients and proxies send beside the key and the body, as recorded from them. */
const SENT_BY: Readonly<Record<string, Headers>> = {
  'openai-python': {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'user-agent': 'OpenAI/Python 2.8.0',
    'x-stainless-lang': 'python',
    'x-stainless-async': 'false',
    'x-stainless-retry-count': '0',
    'x-stainless-read-timeout': '600',
  },
  'openai-node': {
    accept: 'application/json',
    'accept-language': '*',
    'accept-encoding': 'gzip, deflate',
    'sec-fetch-mode': 'cors',
    'user-agent': 'OpenAI/JS 6.9.0',
    'x-stainless-lang': 'js',
    'x-stainless-retry-count': '0',
  },
  'openai-go': {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'OpenAI/Go 3.8.1',
    'x-stainless-lang': 'go',
  },
  curl: { 'user-agent': 'curl/8.14.1' },
  'a browser': {
    accept: '*/*',
    'accept-language': 'de-DE,de;q=0.9',
    'accept-encoding': 'gzip, deflate, br, zstd',
    origin: 'https://app.example',
    referer: 'https://app.example/chat',
    'sec-fetch-site': 'cross-site',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  nginx: {
    connection: 'close',
    'x-forwarded-for': '203.0.113.7, 198.51.100.2',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.7',
  },
  'Accept: text/event-stream': { accept: 'text/event-stream' },
  'Accept-Encoding: br': { 'accept-encoding': 'br' },
  'Connection: close': { connection: 'close' },
  traced: {
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'x-request-id': '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  },
};

/** A request as each client writes it. */
export const CLIENTS: readonly Difference[] = [
  ...Object.entries(SENT_BY).map(([name, headers]) => written(name, 'accepted', { headers })),
  written('no User-Agent', 'accepted', { withoutHeaders: ['user-agent', 'accept'] }),
];

/** A server may require a newer version (RFC 9110 §15.5.22). */
export const OLD_HTTP: Difference = written('HTTP/1.0', 'either', {
  version: '1.0',
  headers: { connection: 'close' },
});

function written(
  name: string,
  expected: Expected,
  how: Pick<ProbeRequest, 'headers' | 'version' | 'withoutHeaders'>,
): Difference {
  return {
    name,
    expected,
    of: (request) => ({ ...request, ...how, headers: { ...request.headers, ...how.headers } }),
  };
}
