import { BlockList, isIP } from 'node:net';
import {
  type Access,
  bareHost,
  DEFAULT_PORTS,
  DIRECT,
  type HttpProxy,
  PLACEHOLDER,
} from '../exchange/access.ts';
import { UsageError } from '../input/usage-error.ts';
import { Secrets } from './secrets.ts';
import { namesThisMachine } from './upstream/listen-address.ts';

type Environment = Readonly<NodeJS.ProcessEnv>;

/** A scheme, credentials, and the rest. */
const WRITTEN =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:(?<credentials>.*)@)?(?<place>[^@/]+)\/?$/is;

/**
 * A proxy as a user writes it: an address, or `none`. Its credentials become secrets. An error does not repeat it.
 * @param from what sets it, such as HTTPS_PROXY
 * @throws UsageError
 */
export function readProxy(written: string, from: string, secrets: Secrets): HttpProxy {
  if (written === DIRECT) return { url: DIRECT, from };
  const { scheme = 'http', credentials, place = '' } = WRITTEN.exec(written)?.groups ?? {};
  if (scheme.toLowerCase() !== 'http') {
    throw new UsageError(
      `A proxy of the scheme ${scheme} cannot be used: ${from}. Name an HTTP proxy, such as http://proxy.example:3128.`,
    );
  }
  const isPlace = URL.canParse(`http://${place}`) && new URL(`http://${place}`).pathname === '/';
  const userinfo = credentials === undefined ? '' : hidden(credentials, from, secrets);
  if (isPlace && userinfo !== undefined) return { url: `http://${userinfo}${place}`, from };
  throw new UsageError(
    `The address of the proxy is invalid: ${from}. Write http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT with special characters percent-encoded.`,
  );
}

/** The credentials with the names of secrets, and `@`; undefined when they cannot be decoded. */
function hidden(credentials: string, from: string, secrets: Secrets): string | undefined {
  const [user = '', ...password] = credentials.split(':');
  try {
    const parts = Object.entries({ PROXY_USER: user, PROXY_PASSWORD: password.join(':') });
    const shown = parts.map(([name, text]) => {
      if (text === '' || text.search(PLACEHOLDER) !== -1) return secrets.hide(from, name, text);
      return secrets.placeholder(name, decodeURIComponent(text));
    });
    return `${shown.join(':')}@`;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/**
 * How requests reach a target at this address: through the proxy of the configuration, or else of the environment.
 * @throws UsageError
 */
export function accessTo(address: string, access: Access, environment: Environment): Access {
  const { protocol, hostname, port } = new URL(address);
  if (access.proxy !== undefined || namesThisMachine(hostname)) return access;
  const from = variablesFor(protocol, environment).find((name) => environment[name] !== undefined);
  const written = environment[from ?? ''] ?? '';
  const direct = environment.no_proxy ?? environment.NO_PROXY ?? '';
  const place = { host: bareHost(hostname), port: port || DEFAULT_PORTS[protocol] };
  if (from === undefined || written === '' || isListed(place, direct)) return access;
  const secrets = new Secrets(environment, access.secrets);
  return { ...access, proxy: readProxy(written, from, secrets), secrets: secrets.found };
}

/** A CGI program gets HTTP_PROXY from the header Proxy of any client. */
function variablesFor(protocol: string, { REQUEST_METHOD }: Environment): readonly string[] {
  if (protocol === 'https:') return ['https_proxy', 'HTTPS_PROXY'];
  return REQUEST_METHOD === undefined ? ['http_proxy', 'HTTP_PROXY'] : ['http_proxy'];
}

/** Whether NO_PROXY names the host: itself, a domain that it is in, its network, or `*`; with or without a port. */
function isListed(
  { host, port }: { readonly host: string; readonly port: string | undefined },
  list: string,
): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] =
        /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) ? `[${entry}]` : entry) ?? [];
      if (name === '' || (only !== undefined && only !== port)) return false;
      const domain = name.replace(/^\*?\./, '');
      return host === domain || (isIP(host) ? isIn(host, name) : host.endsWith(`.${domain}`));
    });
}

/** Whether an IP address is in a network such as 10.0.0.0/8. */
function isIn(host: string, network: string): boolean {
  const [start = '', bits] = network.split('/');
  const most = isIP(start) === 4 ? 32 : 128;
  if (bits === undefined || isIP(start) !== isIP(host) || !(Number(bits) <= most)) return false;
  const list = new BlockList();
  const family = isIP(start) === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(start, Number(bits), family);
  return list.check(host, family);
}
