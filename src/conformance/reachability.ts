import { connect, isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectEncrypted } from 'node:tls';
import type { Exchange, Outcome } from '../exchange/exchange.ts';

/** Sends in a row without any status line after which a target counts as gone. */
const SILENT_SENDS = 5;

const SILENCE: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'timed-out']);
const BROKEN_OFF: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'truncated']);

/** A gateway that is started again by its supervisor listens after this. */
const CONNECT_ATTEMPTS = 4;
const BETWEEN_ATTEMPTS_MS = 250;
export const SIGN_OF_LIFE_DEADLINE_MS = 3000;

/** Notices that a target no longer answers anything, from whatever is sent to it anyway. */
export class Reachability {
  readonly #address: URL;
  #silentSends = 0;
  #isRefusing = false;

  constructor(address: string) {
    this.#address = new URL(address);
  }

  get isGone(): boolean {
    return this.#isRefusing || this.#silentSends >= SILENT_SENDS;
  }

  /** @param exchanges of one send: a race counts once, however wide it is */
  note(exchanges: readonly Exchange[]): void {
    if (exchanges.some(({ answer }) => answer !== undefined)) this.#silentSends = 0;
    else if (exchanges.some(({ outcome }) => SILENCE.has(outcome))) this.#silentSends += 1;
  }

  /**
   * Looks whether the gateway still lives, when one of these broke off: one that ended or froze in
   * the middle of an answer has broken no rule by it.
   */
  async lookAgain(exchanges: readonly Exchange[]): Promise<void> {
    if (!exchanges.some((each) => brokeOff(each) || each.outcome === 'timed-out')) return;
    if ((await lookForLife(this.#address)) !== 'alive') this.#isRefusing = true;
  }
}

/** As an exchange looks whose gateway ended meanwhile; a defect of the gateway looks the same. */
export function brokeOff({ outcome }: Exchange): boolean {
  return BROKEN_OFF.has(outcome);
}

/** An answer, though none that TLS can go on with. */
const TLS_FAILURE = /^(ERR_SSL|ERR_TLS|EPROTO)/;

/** `silent`: it takes connections, but nothing comes back within `SIGN_OF_LIFE_DEADLINE_MS`. */
export type SignOfLife = 'alive' | 'silent' | 'refused';

/** Whether anything there still lives, now or a moment later. */
export async function lookForLife(address: URL): Promise<SignOfLife> {
  for (let attempt = 1; attempt < CONNECT_ATTEMPTS; attempt += 1) {
    const sign = await signOfLife(address);
    if (sign !== 'refused') return sign;
    await wait(BETWEEN_ATTEMPTS_MS);
  }
  return signOfLife(address);
}

/**
 * Whether anything comes back, be it the end of the connection or an alert of TLS: a process that
 * is frozen takes connections too, as its system does that for it.
 */
function signOfLife(address: URL): Promise<SignOfLife> {
  return new Promise((resolve) => {
    const { socket, ready } = connection(address);
    const settle = (sign: SignOfLife) => {
      socket.destroy();
      resolve(sign);
    };
    socket.setTimeout(SIGN_OF_LIFE_DEADLINE_MS, () => settle('silent'));
    socket.once(ready, () => {
      socket.write(`HEAD / HTTP/1.1\r\nHost: ${address.host}\r\nConnection: close\r\n\r\n`);
    });
    socket.once('data', () => settle('alive'));
    socket.once('end', () => settle('alive'));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      settle(TLS_FAILURE.test(code) ? 'alive' : 'refused');
    });
  });
}

/** @returns a socket, and the event after which it can be written to */
function connection({ protocol, hostname, port }: URL) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol !== 'https:') {
    return { socket: connect({ host, port: Number(port || 80) }), ready: 'connect' };
  }
  const options = {
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    // Nothing is told to it that would need a certificate.
    rejectUnauthorized: false,
  };
  return { socket: connectEncrypted(options), ready: 'secureConnect' };
}
