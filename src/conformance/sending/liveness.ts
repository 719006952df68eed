import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { OPERATIONS } from '../../contract/operations.ts';
import { type Access, isRelayed } from '../../exchange/access.ts';
import type { Exchange, Outcome } from '../../exchange/exchange.ts';
import { connectHttp2, connectTo } from '../../exchange/http/connect-to.ts';
import { relayedTo } from '../../exchange/http/request-bytes.ts';
import { LIMITS } from '../../input/limits.ts';

/** Where a target is, and the key that an ordinary request to it carries. */
export interface TargetAddress {
  /** Base address with whatever path prefix it has. */
  readonly address: string;
  readonly key?: string;
  /** How it is reached; directly when absent. */
  readonly access?: Access | undefined;
}

/** `silent`: it accepts connections, but sends nothing within `LIVENESS_DEADLINE_MS`. */
export type Liveness = 'alive' | 'silent' | 'refused';

/** A single-threaded gateway may be busy for seconds. */
export const LIVENESS_DEADLINE_MS = LIMITS.livenessMs.value;
const BETWEEN_LOOKS_MS = 250;

/** How long to wait. */
export interface LivenessTiming {
  readonly deadlineMs: number;
  /** When the requests are sent once more: the first connections may have been lost. */
  readonly secondTryMs: number;
  /** By then a gateway that its supervisor restarts listens again. */
  readonly refusedMs: number;
}

const TIMING: LivenessTiming = {
  deadlineMs: LIVENESS_DEADLINE_MS,
  secondTryMs: 5000,
  refusedMs: 3000,
};

/** `closed`: the connection ended or broke, as it also does when a process ends. */
type Signal = Liveness | 'closed';

/**
 * Whether the target still responds. Sends two concurrent requests: HEAD of the root, and a read of a
 * video job that cannot exist. One byte in answer to either suffices. The target is gone when
 * connections were refused for 3 s, or none had an answer within 10 s.
 */
export async function checkLiveness(
  target: TargetAddress,
  signal?: AbortSignal,
  patience = TIMING,
): Promise<Liveness> {
  const startMs = performance.now();
  for (;;) {
    const sign = await checkOnce(target, signal, patience);
    if (sign === 'alive' || sign === 'silent') return sign;
    if (signal?.aborted || performance.now() - startMs >= patience.refusedMs) {
      return sign === 'closed' ? 'alive' : sign;
    }
    await wait(BETWEEN_LOOKS_MS);
  }
}

function checkOnce(
  target: TargetAddress,
  signal: AbortSignal | undefined,
  { deadlineMs, secondTryMs }: LivenessTiming,
): Promise<Signal> {
  return new Promise((resolve) => {
    const waiting = new Set<Duplex>();
    let closed = false;
    const settle = (sign: Signal): void => {
      clearTimeout(again);
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onEndOfRun);
      for (const socket of waiting) socket.destroy();
      resolve(sign);
    };
    const ask = (): void => {
      for (const socket of signsOf(target)) {
        waiting.add(socket);
        listen(socket, isRelayed(target.address, target.access), (sign) => {
          if (!waiting.delete(socket)) return;
          socket.destroy();
          closed ||= sign === 'closed';
          if (sign === 'alive') settle(sign);
          else if (waiting.size === 0) settle(closed ? 'closed' : 'refused');
        });
      }
    };
    const again = setTimeout(ask, secondTryMs);
    const deadline = setTimeout(() => settle('silent'), deadlineMs);
    const onEndOfRun = (): void => settle('silent');
    signal?.addEventListener('abort', onEndOfRun);
    ask();
    if (signal?.aborted) onEndOfRun();
  });
}

/** An answer, although TLS cannot continue with it. */
const TLS_FAILURE = /^(ERR_SSL|ERR_TLS|EPROTO)/;
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** What a proxy answers in place of a gateway that it does not reach. */
const OF_PROXY = /^HTTP\/1\.[01] 50[234]\b/;

/**
 * What one connection shows. Accepting it proves nothing, because a frozen process does that too; a
 * TLS alert is an answer.
 */
function listen(socket: Duplex, byProxy: boolean, on: (sign: Signal) => void): void {
  socket.once('data', (piece: Buffer) => {
    on(byProxy && OF_PROXY.test(piece.toString('latin1')) ? 'refused' : 'alive');
  });
  socket.once('end', () => on('closed'));
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (TLS_FAILURE.test(code)) on('alive');
    else on(BROKEN.has(code) ? 'closed' : 'refused');
  });
}

/** The start of HTTP/2 (RFC 9113 §3.4): a server answers it before any request. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');

/** The connections, each with something that the target answers. */
function signsOf(target: TargetAddress): readonly Duplex[] {
  const { address, access } = target;
  if (!access?.http2) return [requestRoot(target), requestJob(target)];
  const socket = connectHttp2(new URL(address).origin, access, { rejectUnauthorized: false });
  socket.write(PREFACE);
  return [socket];
}

/** Sends no secret to the target, so that the certificate need not be verified. */
function requestRoot(target: TargetAddress): Duplex {
  const { origin } = new URL(target.address);
  const socket = connectTo(origin, target.access, { rejectUnauthorized: false });
  return request(socket, target, ['HEAD', '/']);
}

/** Like a probe, with the key: a gateway may stall on the one request and answer the other. */
function requestJob(target: TargetAddress): Duplex {
  const { origin, pathname } = new URL(target.address);
  const { method, path } = OPERATIONS['video-read'];
  const asksFor = `${pathname.replace(/\/+$/, '')}${path.replace('{id}', 'assay-sign-of-life')}`;
  const authorization = target.key === undefined ? [] : [`Authorization: Bearer ${target.key}`];
  return request(connectTo(origin, target.access), target, [method, asksFor], authorization);
}

function request(
  socket: Duplex,
  { address, access }: TargetAddress,
  [method, path]: readonly [string, string],
  headers: readonly string[] = [],
): Duplex {
  const { protocol, host, origin } = new URL(address);
  const ready = protocol === 'https:' ? 'secureConnect' : 'connect';
  const relayed = relayedTo(origin, access);
  const line = `${method} ${relayed.start}${path} HTTP/1.1`;
  const lines = [line, `Host: ${host}`, ...relayed.lines, ...headers, 'Connection: close'];
  socket.once(ready, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
  return socket;
}

const BROKEN_OFF: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'truncated']);

/** Notices that a target no longer responds, when an answer broke off or never came. */
export class Reachability {
  readonly #target: TargetAddress;
  readonly #signal: AbortSignal | undefined;
  #looking: Promise<void> | undefined;
  #isGone = false;

  constructor(target: TargetAddress, signal?: AbortSignal) {
    this.#target = target;
    this.#signal = signal;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /**
   * Checks that the gateway still responds, when one of these broke off: a gateway that ended or
   * froze within an answer has not broken a rule.
   */
  async checkAfter(exchanges: readonly Exchange[]): Promise<void> {
    if (!exchanges.some((each) => brokeOff(each) || each.outcome === 'timed-out')) return;
    await this.check();
  }

  /**
   * Checks whether the gateway responds, also after it was gone; concurrent probes share a check.
   */
  async check(): Promise<void> {
    this.#looking ??= this.#look();
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#isGone = (await checkLiveness(this.#target, this.#signal)) !== 'alive';
    this.#looking = undefined;
  }
}

/** Whether the exchange ended as it does when the gateway ends; a defect may look the same. */
export function brokeOff({ outcome }: Exchange): boolean {
  return BROKEN_OFF.has(outcome);
}
