import { createInterface } from 'node:readline';

/**
 * Makes the calls that come on standard input, one JSON object a line, and writes the result of each to
 * standard output. Several run at the same time.
 *
 * @param {(gateway: { address: string, key: string, fetch: typeof fetch }) =>
 *   Record<string, (body: object, how: object, arrived: () => void) => Promise<unknown>>} verbsOf
 */
export function answerCalls(verbsOf) {
  // A client may leave a rejection unhandled in one call: the others go on.
  process.on('unhandledRejection', () => {});
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, steps, address, key } = JSON.parse(line);
    let requests = 0;
    const counted = (target, options) => {
      // How many reads a video takes depends on the time.
      if ((options?.method ?? 'GET').toUpperCase() !== 'GET') requests += 1;
      return fetch(target, options);
    };
    const outcome = await resultOf(steps, (wrong) =>
      verbsOf({ address, key: wrong ? mistyped(key) : key, fetch: counted }),
    ).then(
      (value) => ({ value }),
      (error) => ({ error: described(error) }),
    );
    process.stdout.write(`${JSON.stringify({ id, requests, ...outcome })}\n`);
  });
}

/** Enough for the calls and the answer; a fault may call tools forever. */
export const TURNS = 3;

async function resultOf(steps, verbs) {
  const results = [];
  for (const [verb, body, how = {}] of steps) {
    const make = () => made(verbs(how.mistyped)[verb], body, how);
    const result =
      how.times === undefined
        ? await make()
        : await Promise.all(Array.from({ length: how.times }, make));
    if (!how.drop) results.push(result ?? null);
  }
  return results.length === 1 ? results[0] : results;
}

async function made(verb, body, how) {
  let first;
  let last;
  const result = await verb(body, how, () => {
    last = performance.now();
    first ??= last;
  });
  // The text of a slow model arrives within 600 ms, or all of it at the end.
  return how.paced
    ? { text: result.text, late: first === undefined || last - first < 200 }
    : result;
}

function mistyped(key) {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
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

export const headersOf = ({ key }) => (key === undefined ? {} : { 'Idempotency-Key': key });
