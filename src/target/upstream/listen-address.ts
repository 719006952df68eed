import { isIPv6 } from 'node:net';
import { UsageError } from '../../input/usage-error.ts';

/** Where the upstream listens. */
export interface ListenAddress {
  /** As given: a name, an IPv4 address, or an IPv6 address without its brackets. */
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
}

const ADDRESS = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[A-Za-z0-9.-]+)):(?<port>\d{1,5})$/;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * @param subject the flag or key that has it, for errors
 * @throws UsageError
 */
export function parseListenAddress(subject: string, text: string): ListenAddress {
  const { v6, name, port = '' } = ADDRESS.exec(text)?.groups ?? {};
  const host = v6 ?? name;
  const isValid = host !== undefined && (v6 === undefined || isIPv6(v6)) && Number(port) <= 65_535;
  if (isValid) return { host, port: Number(port) };
  throw new UsageError(
    `${subject} needs HOST:PORT, such as 127.0.0.1:9000 or 127.0.0.1:0 for a free port; got ${JSON.stringify(text)}.`,
  );
}

export function listenText({ host, port }: ListenAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether other machines can reach it. */
export function facesOthers({ host }: Pick<ListenAddress, 'host'>): boolean {
  return !LOOPBACK.test(host);
}

/** Whether a Host header does: under a name of its own, a web page could reach what listens on it. */
export function namesThisMachine(header: string): boolean {
  const host = header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '');
  return !facesOthers({ host });
}
