import type { Exchange, ExchangeRequest, KeyCarriage } from '../exchange.ts';
import { curlBody } from './curl-body.ts';
import { lastSegment } from './job-variables.ts';
import { shellWord } from './shell-word.ts';

/** A longer line can hardly be pasted. */
const LINE_MAXIMUM = 64_000;

/** Headers that curl adds, or that come first in a line. */
const OWN = new Set(['host', 'connection', 'content-length', 'user-agent']);

/** Replacements for texts of the first run, by the text. */
export interface Replacements {
  /** The name of the shell variable that holds the id of a job. */
  readonly ids: ReadonlyMap<string, string>;
  /** Another value for a header. */
  readonly header: (name: string, value: string) => string | undefined;
}

const NONE: Replacements = { ids: new Map(), header: () => undefined };

/**
 * A line of bash in which curl sends the request of an exchange again, byte by byte; the keys are
 * `$ASSAY_API_KEY` and `$ASSAY_API_KEY_2`. Undefined when the request is not known in full, or is
 * too long for a line.
 */
export function curl(exchange: Exchange, replacements = NONE): string | undefined {
  const { request, timing } = exchange;
  const { url, disconnect, writeBytesPerSecond } = request;
  const { readBytesPerSecond: bytesPerSecond = writeBytesPerSecond } = timing;
  const lastsMs = longestMs(exchange);
  const words = [
    `curl -sSiN -w '\\n'`,
    /[[\]{}]|\/\.{1,2}(\/|$)/.test(url) && '--globoff --path-as-is',
    ...agentWords(request),
    ...methodWords(request),
    lastsMs !== undefined && `--max-time ${lastsMs / 1000}`,
    bytesPerSecond !== undefined && `--limit-rate ${bytesPerSecond}`,
    urlWord(url, replacements.ids),
    ...headerWords(request, replacements),
    ...(curlBody(request) ?? [undefined]),
    disconnect?.afterEvents !== undefined && untilEvent(disconnect.afterEvents),
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

function agentWords({ headers }: ExchangeRequest): readonly (string | undefined)[] {
  const [name, value = ''] = headers.find(([each]) => each.toLowerCase() === 'user-agent') ?? [];
  if (name === undefined) return ['-A', "''"];
  return name === 'user-agent' ? ['-A', shellWord(value)] : ['-H', headerWord(name, value)];
}

function methodWords({ method, body }: ExchangeRequest): readonly (string | undefined)[] {
  if (method === 'HEAD') return ['--head'];
  if (method === 'GET' && body.kind === 'none') return [];
  return ['-X', shellWord(method)];
}

function urlWord(url: string, ids: Replacements['ids']): string | undefined {
  const id = lastSegment(url);
  const variable = ids.get(id);
  if (variable === undefined) return shownWord(url);
  const at = url.lastIndexOf(`/${id}`) + 1;
  const rest = url.slice(at + id.length);
  const [start, end] = [shownWord(url.slice(0, at)), rest === '' ? '' : shownWord(rest)];
  return start && end !== undefined ? `${start}"$${variable}"${end}` : undefined;
}

function headerWords(
  request: ExchangeRequest,
  { header }: Replacements,
): readonly (string | undefined)[] {
  const { header: keyHeader } = request.key ?? BEARER;
  const sent = request.headers.filter((pair) => !isCurlsOwn(pair) && pair[0] !== keyHeader);
  const others = sent.flatMap(([name, value]) => [
    '-H',
    header(name, value) ?? headerWord(name, value),
  ]);
  return [...ownWords(request), ...others];
}

function isCurlsOwn([name, value]: readonly [string, string]): boolean {
  return OWN.has(name.toLowerCase()) || (name === 'accept' && value === '*/*');
}

/** The headers that curl would write differently: the key, and the host where names are in capitals. */
function ownWords(request: ExchangeRequest): readonly (string | undefined)[] {
  const { headers, url, key } = request;
  const isCapital = headers.some(([name]) => /[A-Z]/.test(name));
  const { header } = key ?? BEARER;
  const name = header === BEARER.header ? 'Authorization' : header;
  const host = isCapital ? ['-H', shellWord(`HOST: ${new URL(url).host}`)] : [];
  const value = keyValue(request);
  if (value === undefined) return host;
  return [...host, '-H', headerWord(isCapital ? name.toUpperCase() : name, value)];
}

const BEARER: KeyCarriage = { header: 'authorization', scheme: 'Bearer' };

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
  return shownWord(value === '' ? `${name};` : `${name}: ${value}`);
}

/** A shell word for a text that may contain `${NAME}`, the placeholder of a secret. */
function shownWord(text: string): string | undefined {
  return shellWord(text, true);
}

/** Closes the stream after an event: the head ends with an empty line, as each event does. */
function untilEvent(events: number): string {
  return `| awk '{ print } /^\\r?$/ && ++n > ${events} { exit }'`;
}
