import { createInterface } from 'node:readline';

/**
 * Runs the calls that are named on standard input, one JSON object a line, and writes the result of
 * each to standard output. Several run at the same time.
 *
 * @param {Record<string, (gateway: { address: string, key: string, fetch: typeof fetch }) => Promise<unknown>>} calls
 */
export function answerCalls(calls) {
  // A client may leave a rejection unhandled in one call: the others go on.
  process.on('unhandledRejection', () => {});
  process.stdout.write(`${JSON.stringify({ calls: Object.keys(calls) })}\n`);
  createInterface({ input: process.stdin }).on('line', (line) => void answer(calls, line));
}

async function answer(calls, line) {
  const { id, call, address, key } = JSON.parse(line);
  let requests = 0;
  const counted = (target, options) => {
    // How many reads a video takes depends on the time.
    if ((options?.method ?? 'GET').toUpperCase() !== 'GET') requests += 1;
    return fetch(target, options);
  };
  const outcome = await settle(() => calls[call]({ address, key, fetch: counted }));
  process.stdout.write(`${JSON.stringify({ id, requests, ...outcome })}\n`);
}

async function settle(call) {
  try {
    return { value: (await call()) ?? null };
  } catch (error) {
    return { error: described(error) };
  }
}

/** The error that a program sees, with what it can read from it. */
function described(error) {
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  // The AI SDK wraps the last of several attempts.
  const cause = error.lastError ?? error;
  const status = cause.status ?? cause.statusCode;
  if (status === undefined) return { name };
  const { code, param, type } = cause.data?.error ?? cause;
  return { name, status, code, param, type, message: cause.message };
}

/** Notes whether a text arrives piece by piece, or all of it at the end. */
export class Arrivals {
  #first;
  #last;

  note() {
    this.#last = performance.now();
    this.#first ??= this.#last;
  }

  /** @param {number} leastMs time from the first piece to the last */
  areLate(leastMs) {
    return this.#first === undefined || this.#last - this.#first < leastMs;
  }
}
