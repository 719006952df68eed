import type { Exchange, ExchangeRequest, KeyCarriage, RequestBody } from './exchange.ts';
import { containsMarker, templatePieces } from './redaction/key-template.ts';

/** A longer line can hardly be read or pasted. */
const LINE_MAXIMUM = 16_000;

/** Headers that curl adds, or that come first in a line. */
const OWN = new Set(['host', 'connection', 'content-length', 'user-agent']);

type Words = readonly (string | false | undefined)[];

/**
 * A line of bash in which curl sends the request of an exchange again, with the names and ids that it
 * had; the keys are `$ASSAY_API_KEY` and `$ASSAY_API_KEY_2`. Undefined when a line cannot hold the
 * request: its body is long, binary, a form or known in part, or it was left in its stream.
 */
export function curl(exchange: Exchange): string | undefined {
  const { request, timing, answer } = exchange;
  const { url, disconnect, writeBytesPerSecond } = request;
  const { readBytesPerSecond: bytesPerSecond = writeBytesPerSecond } = timing;
  const lastsMs = longestMs(exchange);
  if (disconnect?.afterEvents !== undefined) return undefined;
  const words: Words = [
    `curl -sSiN -w '\\n'`,
    answer?.httpVersion === '2' &&
      (url.startsWith('https:') ? '--http2' : '--http2-prior-knowledge'),
    /[[\]{}]|\/\.{1,2}(\/|$)/.test(url) && '--globoff --path-as-is',
    ...agentWords(request),
    ...methodWords(request),
    lastsMs !== undefined && `--max-time ${lastsMs / 1000}`,
    bytesPerSecond !== undefined && `--limit-rate ${bytesPerSecond}`,
    shellWord(url, true),
    ...headerWords(request),
    ...bodyWords(request),
  ];
  if (words.includes(undefined)) return undefined;
  const line = words.filter((word) => word !== false).join(' ');
  return line.length > LINE_MAXIMUM ? undefined : line;
}

/** ms after which the sender gave up; undefined when it waited for the end. */
function longestMs({ request, outcome, timing }: Exchange): number | undefined {
  if (request.disconnect?.afterMs !== undefined) return request.disconnect.afterMs;
  return outcome === 'timed-out' ? Math.round(timing.endMs - timing.sendMs) : undefined;
}

function agentWords({ headers }: ExchangeRequest): Words {
  const [name, value = ''] = headers.find(([each]) => each.toLowerCase() === 'user-agent') ?? [];
  return name === undefined ? ['-A', "''"] : ['-A', shellWord(value)];
}

function methodWords({ method, body }: ExchangeRequest): Words {
  if (method === 'HEAD') return ['--head'];
  if (method === 'GET' && body.kind === 'none') return [];
  return ['-X', shellWord(method)];
}

const BEARER: KeyCarriage = { header: 'authorization', scheme: 'Bearer' };

function headerWords(request: ExchangeRequest): Words {
  const { header: keyHeader } = request.key ?? BEARER;
  const value = keyValue(request);
  const name = keyHeader === BEARER.header ? 'Authorization' : keyHeader;
  const others = request.headers.filter((pair) => !isCurlsOwn(pair) && pair[0] !== keyHeader);
  const sent = value === undefined ? others : [[name, value] as const, ...others];
  return sent.flatMap(([each, text]) => ['-H', headerWord(each, text)]);
}

function isCurlsOwn([name, value]: readonly [string, string]): boolean {
  return OWN.has(name.toLowerCase()) || (name === 'accept' && value === '*/*');
}

/** The value of the header of the key; undefined when there was none. */
function keyValue({ credential, authorization, key = BEARER }: ExchangeRequest) {
  if (authorization !== undefined) return authorization;
  const marker = MARKERS.get(credential);
  if (marker === undefined || key === null) return undefined;
  return key.scheme === '' ? marker : `${key.scheme} ${marker}`;
}

const MARKERS: ReadonlyMap<ExchangeRequest['credential'], string> = new Map([
  ['first', '[API key 1]'],
  ['second', '[API key 2]'],
]);

function headerWord(name: string, value: string): string | undefined {
  return shellWord(value === '' ? `${name};` : `${name}: ${value}`, true);
}

function bodyWords({ body, method, headers }: ExchangeRequest): Words {
  if (body.kind === 'none') {
    return method === 'POST' ? ['-H', 'content-type:', '--data-raw', "''"] : [];
  }
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...(isTyped ? [] : ['-H', 'content-type:']),
    '--data-raw',
    body.kind === 'text' && isComplete(body) ? shellWord(body.text) : undefined,
  ];
}

/** Whether the record holds every byte that was sent, apart from keys. */
function isComplete({ text, sizeBytes }: Extract<RequestBody, { kind: 'text' }>): boolean {
  if (text.includes('\uFFFD')) return false;
  return Buffer.byteLength(text) === sizeBytes || containsMarker(text);
}

/**
 * A text as one word of bash; the markers of keys in it become the variables of the environment.
 * Undefined when no word can hold it.
 * @param hasSecrets `${NAME}` in it is the placeholder of a secret in the environment
 */
function shellWord(text: string, hasSecrets = false): string | undefined {
  if (text.includes('\0')) return undefined;
  const pieces = templatePieces(text, hasSecrets);
  if (pieces === undefined) return undefined;
  const hasKeys = pieces.some(({ expansion }) => expansion !== '');
  if (hasKeys && pieces.every(({ literal }) => PLAIN.test(literal))) {
    return `"${pieces.map(({ literal, expansion }) => literal + expansion).join('')}"`;
  }
  return pieces
    .map(({ literal, expansion }) => {
      const start = literal === '' && hasKeys ? '' : shellQuote(literal);
      return expansion === '' ? start : `${start}"${expansion}"`;
    })
    .join('');
}

/** Characters without a special meaning in double quotes, in an interactive shell too. */
const PLAIN = /^[^\p{Cc}"$`\\!]*$/u;

/** A text as one word of a POSIX shell; as `$'…'`, for bash and zsh, if it has invisible characters. */
export function shellQuote(text: string): string {
  if (/^[\w%+=:,./@-]+$/.test(text)) return text;
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll(SPECIAL, (character) => ESCAPES[character] ?? hex(character))}'`;
}

const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/u;
const SPECIAL = /[\p{C}\p{Zl}\p{Zp}\\']/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": "\\'",
};

function hex(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
