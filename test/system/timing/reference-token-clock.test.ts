import { expect, test } from 'vitest';
import { dig } from '../../reference-server/support/dig.ts';
import { CHAT, type Started, start } from '../../reference-server/support/start.ts';

const STREAMS = 40;
const TOKENS = 20;

/** Repeated on failure: a busy machine can hide the error of the clock. */
const RETRIED = { retry: 3 };

test(
  'token clock: half of the tokens are emitted within 0.5 ms of their times',
  RETRIED,
  async () => {
    const gateway = await start({ ttftMs: 30, itlMs: 7.3, tokens: TOKENS });
    const errors = (await emissions(gateway)).map(({ receivedMs, emittedMs }) => {
      expect(emittedMs).toHaveLength(TOKENS);
      return median(emittedMs.map((at, index) => Math.abs(at - receivedMs - 30 - index * 7.3)));
    });
    expect(leastDisturbed(errors)).toBeLessThan(0.5);
  },
);

test('token clock: a late token does not delay those after it', RETRIED, async () => {
  const gateway = await start({ ttftMs: 10, itlMs: 5, tokens: TOKENS });
  const lasts = (await emissions(gateway)).map(
    ({ receivedMs, emittedMs }) => (emittedMs.at(-1) ?? 0) - receivedMs - 10 - 19 * 5,
  );
  expect(leastDisturbed(lasts.map(Math.abs))).toBeLessThan(0.6);
});

test('token clock: the times at the client agree with the times of emission', async () => {
  const gateway = await start({ ttftMs: 20, itlMs: 5, tokens: TOKENS });
  const seen: number[] = [];
  for (let count = 0; count < 10; count += 1) {
    const sentMs = performance.now();
    const response = await ask(gateway);
    const reader = response.body?.getReader();
    await reader?.read();
    seen.push(performance.now() - sentMs);
    while ((await reader?.read())?.done === false);
  }
  const emitted = Number(dig(await clock(gateway), 'ttftMs', 'p50'));
  expect(median(seen)).toBeGreaterThanOrEqual(emitted - 0.5);
  expect(median(seen) - emitted).toBeLessThan(5);
});

interface Emission {
  readonly receivedMs: number;
  readonly emittedMs: readonly number[];
}

/** Requests some streams, four at a time, and returns their times by the clock. */
async function emissions(gateway: Started): Promise<readonly Emission[]> {
  const found: Emission[] = [];
  const one = async () => {
    const text = await (await ask(gateway)).text();
    const id = /"id":"([^"]+)"/.exec(text)?.[1];
    const emission = await (await fetch(`${gateway.address}/__clock?id=${id}`)).json();
    const emitted = dig(emission, 'emittedNs');
    const emittedMs = Array.isArray(emitted) ? emitted.map((ns) => Number(ns) / 1e6) : [];
    found.push({ receivedMs: Number(dig(emission, 'receivedNs')) / 1e6, emittedMs });
  };
  for (let round = 0; round < STREAMS / 4; round += 1) {
    await Promise.all([one(), one(), one(), one()]);
  }
  return found;
}

function ask(gateway: Started): Promise<Response> {
  return gateway.ask('/chat/completions', { json: { ...CHAT, stream: true } });
}

async function clock({ address }: Started): Promise<unknown> {
  return await (await fetch(`${address}/__clock`)).json();
}

/**
 * Other work on the machine only ever makes an emission later: the quietest tenth of the streams
 * shows the error of the clock itself.
 */
function leastDisturbed(errors: readonly number[]): number {
  return errors.toSorted((one, other) => one - other)[Math.floor(errors.length / 10)] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
