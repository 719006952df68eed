import { isIP } from 'node:net';
import { resolve as absolute } from 'node:path';
import { type Access, bareHost, DIRECT, placeOf, type Resolved } from '../exchange/access.ts';
import { UsageError } from '../input/usage-error.ts';

/** Where connections go, as a user writes it. */
interface WrittenAddresses {
  /** Each as in `--resolve` of curl: `HOST:PORT:ADDRESS[,ADDRESS…]`. */
  readonly resolve?: readonly string[] | undefined;
  readonly unixSocket?: string | undefined;
  readonly proxy?: string | undefined;
  /** That of a relative path. */
  readonly folder: string;
}

/**
 * Assay then connects itself: a proxy would resolve names, and reaches no socket of this machine.
 * @throws UsageError
 */
export function readAddresses({
  resolve = [],
  unixSocket,
  proxy,
  folder,
}: WrittenAddresses): Pick<Access, 'resolve' | 'unixSocket' | 'proxy'> {
  const setting = unixSocket === undefined ? 'resolve' : 'unixSocket';
  if (unixSocket === undefined && resolve.length === 0) return {};
  if (unixSocket !== undefined && resolve.length > 0) {
    throw new UsageError(
      'resolve and unixSocket cannot be combined: a connection to a socket needs no address. Remove one of them.',
    );
  }
  if (proxy !== undefined && proxy !== DIRECT) {
    throw new UsageError(
      `proxy and ${setting} cannot be combined: the proxy connects to the target by its name. Remove one of them.`,
    );
  }
  return {
    proxy: { url: DIRECT, from: setting },
    ...(unixSocket === undefined
      ? { resolve: readResolved(resolve) }
      : { unixSocket: readSocket(unixSocket, folder) }),
  };
}

/** A name, a port, and the rest. */
const WRITTEN = /^(?<host>\w[\w.-]*):(?<port>\d{1,5}):(?<addresses>.+)$/;

/** @throws UsageError */
function readResolved(written: readonly string[]): Resolved {
  const read = written.map((text) => {
    const { host = '', port = '', addresses = '' } = WRITTEN.exec(text)?.groups ?? {};
    const all = addresses.split(',').map((address) => bareHost(address.trim()));
    const isPlace = URL.canParse(`http://${host}:${port}`) && isIP(host) === 0 && port !== '0';
    if (isPlace && all.every((address) => isIP(address) !== 0)) {
      return [`${host.toLowerCase()}:${Number(port)}`, [...new Set(all)]] as const;
    }
    throw new UsageError(
      `resolve needs a name, its port and IP addresses, such as gateway.example:443:10.0.0.1,10.0.0.2; got ${JSON.stringify(text)}.`,
    );
  });
  const places = read.map(([place]) => place);
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  if (twice === undefined) return Object.fromEntries(read);
  throw new UsageError(
    `resolve has ${twice} twice. Write all its addresses into one, with commas between them.`,
  );
}

/** What the address of a socket can hold (sun_path), in bytes: the least of all systems. */
const LONGEST_PATH = 103;

/** @throws UsageError */
function readSocket(path: string, folder: string): string {
  const file = absolute(folder, path);
  if (Buffer.byteLength(file) <= LONGEST_PATH) return file;
  throw new UsageError(
    `The path of unixSocket has more than ${LONGEST_PATH} bytes, which no socket can have: ${file}. Use a shorter one, such as that of a link.`,
  );
}

/**
 * Refuses addresses of a place that no target has: the requests would go elsewhere, without a word.
 * @throws UsageError
 */
export function requireResolved(targets: readonly string[], { resolve = {} }: Access): void {
  const reached = targets.map(placeOf);
  const idle = Object.keys(resolve).find((place) => !reached.includes(place));
  if (idle === undefined) return;
  throw new UsageError(
    `resolve has ${idle}, and the target is ${reached.join(' or ') || 'no address'}. Write the same name and port, or remove it.`,
  );
}
