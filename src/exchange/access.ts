import type { Headers } from './exchange.ts';
import type { Secret } from './redaction/spellings.ts';

/** How requests reach a target, and what every one carries besides its content and its key. */
export interface Access {
  /** Names in lower case. `${NAME}` in a value stands for a secret of that name. */
  readonly headers: Headers;
  /** Without the question mark; '' when there is none. `${NAME}` stands for a secret here too. */
  readonly query: string;
  /** What is sent and never recorded, by the name of its placeholder. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What its connections go through; directly to the target when absent. */
  readonly proxy?: HttpProxy;
  /** Node decides alone when absent. */
  readonly tls?: TlsAccess;
  /** It is reached over HTTP/2, and over nothing else: with TLS by ALPN, else by prior knowledge. */
  readonly http2?: true;
  /**
   * Every request carries `traceparent`, and this share of those of a load is sampled, as is every other request.
   * No request carries it when absent.
   */
  readonly traceShare?: number;
  /** Where hosts are, in place of what their names stand for. */
  readonly resolve?: Resolved;
  /** The path of a unix socket that all connections are made to. */
  readonly unixSocket?: string;
}

/** IP addresses by `host:port`. */
export type Resolved = Readonly<Record<string, readonly string[]>>;

/** How TLS to the target is made. Texts are in PEM. */
export interface TlsAccess {
  /** Authorities that are trusted beside those of Node. */
  readonly ca?: string;
  /** The certificate of the client, with its key. */
  readonly cert?: string;
  readonly key?: string;
  /** The name that the certificate must have, in place of the host of the address. */
  readonly serverName?: string;
  /** Any certificate is accepted. */
  readonly insecure?: boolean;
}

/** An HTTP proxy. */
export interface HttpProxy {
  /**
   * Such as `http://${PROXY_USER}:${PROXY_PASSWORD}@proxy.example:3128`, where a name stands for a secret; `DIRECT` for
   * no proxy.
   */
  readonly url: string;
  /** What sets it, such as HTTPS_PROXY. */
  readonly from: string;
}

/** In place of the address of a proxy. */
export const DIRECT = 'none';

export const NO_ACCESS: Access = { headers: [], query: '', secrets: {} };

/** The same for a gateway that Assay starts, which says itself where it is. */
export function direct(access: Access): Access {
  const { proxy: _proxy, tls: _tls, resolve: _resolve, unixSocket: _socket, ...others } = access;
  return others;
}

/** The placeholder of a secret, in a header or a query that may be shown. */
export const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/g;

/** A header value as it is sent. */
export function withSecrets(value: string, { secrets }: Access): string {
  return value.replaceAll(PLACEHOLDER, (place, name: string) => secrets[name] ?? place);
}

/** A query as it is sent. Secrets are encoded: they may contain `&` or `#`. */
export function queryWithSecrets({ query, secrets }: Access): string {
  return encoded(query, secrets);
}

function encoded(text: string, secrets: Access['secrets']): string {
  return text.replaceAll(PLACEHOLDER, (place, name: string) => {
    const secret = secrets[name];
    return secret === undefined ? place : encodeURIComponent(secret);
  });
}

/** The host and the port of a URL with http or https, as `Resolved` has them. */
export function placeOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
}

export const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The host of a URL as a socket takes it: an IPv6 address without brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Where a proxy listens, and how it knows its user. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** The value of Proxy-Authorization; absent without credentials. */
  readonly authorization?: string;
}

/** The proxy that connections to the target go through. */
export function proxyOf({ proxy, secrets }: Access): ProxyAddress | undefined {
  if (proxy === undefined || proxy.url === DIRECT) return undefined;
  const { hostname, port, username, password } = new URL(encoded(proxy.url, secrets));
  const place = { host: bareHost(hostname), port: Number(port || 80) };
  if (username === '' && password === '') return place;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { ...place, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** The address of that proxy as it may be shown, such as `http://proxy.example:3128`. */
export function shownProxy({ proxy }: Access): string | undefined {
  if (proxy === undefined || proxy.url === DIRECT) return undefined;
  return proxy.url.replace(/\/\/.*@/, '//');
}

/** Whether the certificate of a target is not verified. */
export function acceptsAny(address: string, { tls }: Access): boolean {
  return address.startsWith('https:') && tls?.insecure === true;
}

/** Whether a proxy reads and writes the messages, and does not only pass on what TLS protects, or HTTP/2. */
export function isRelayed(address: string, access = NO_ACCESS): boolean {
  return address.startsWith('http:') && access.http2 !== true && proxyOf(access) !== undefined;
}

/** What the way to a target keeps rules from seeing. */
export interface Way {
  /** A proxy reads and writes the messages. */
  readonly isRelayed: boolean;
  readonly isHttp2: boolean;
}

export function wayOf(address: string, access: Access): Way {
  return { isRelayed: isRelayed(address, access), isHttp2: access.http2 === true };
}

/** A path with the query of every request after its own. */
export function pathWithQuery(path: string, query: string): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** What a response must not show, in the forms in which it was sent. */
export function accessSecrets({ secrets }: Access): readonly Secret[] {
  return Object.entries(secrets).flatMap(([name, value]) =>
    [...new Set([value, encodeURIComponent(value)])].map((form) => ({ name, value: form })),
  );
}
