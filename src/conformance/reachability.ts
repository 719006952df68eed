import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange, Outcome } from '../exchange/exchange.ts';

/** Sends in a row without any status line after which a target counts as gone. */
const SILENT_SENDS = 5;

const SILENCE: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'timed-out']);
/** What an answer looks like whose gateway ended meanwhile; a defect of the gateway looks the same. */
const BROKEN_OFF: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'truncated']);

/** A gateway that is started again by its supervisor listens after this. */
const CONNECT_ATTEMPTS = 4;
const BETWEEN_ATTEMPTS_MS = 250;
const CONNECT_DEADLINE_MS = 2000;

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
   * Looks whether anything still listens, when one of these broke off: a gateway that ended in the
   * middle of an answer has broken no rule by it.
   */
  async lookAgain(exchanges: readonly Exchange[]): Promise<void> {
    if (!exchanges.some(({ outcome }) => BROKEN_OFF.has(outcome))) return;
    if (!(await stillListens(this.#address))) this.#isRefusing = true;
  }
}

/** Whether anything listens there, now or a moment later. */
export async function stillListens(address: URL): Promise<boolean> {
  for (let attempt = 1; attempt <= CONNECT_ATTEMPTS; attempt += 1) {
    if (await listens(address)) return true;
    if (attempt < CONNECT_ATTEMPTS) await wait(BETWEEN_ATTEMPTS_MS);
  }
  return false;
}

function listens({ protocol, hostname, port }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const known = protocol === 'https:' ? 443 : 80;
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? known : Number(port) });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(CONNECT_DEADLINE_MS, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
