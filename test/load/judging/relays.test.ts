import { expect, onTestFinished, test, vi } from 'vitest';
import type { Relay, Series } from '../../../src/conformance/evidence.ts';
import type { Exchange, Group } from '../../../src/exchange/exchange.ts';
import { ownNonce } from '../../../src/exchange/upstream/nonces.ts';
import type { Origin } from '../../../src/exchange/upstream/origin.ts';
import { LIMITS } from '../../../src/input/limits.ts';
import { type RelaySource, Relays } from '../../../src/load/judging/relays.ts';
import type { Judgeable } from '../../../src/load/judging/waiting.ts';
import type { AddedTimes } from '../../../src/measure/overhead/added-times.ts';
import { UpstreamStore } from '../../../src/target/upstream/upstream-store.ts';
import { answer, type ExchangeFacts, series } from '../../conformance/rules/exchanges.ts';
import { call } from '../../conformance/rules/relays.ts';

const ONE = 'n00000001';
const OTHER = 'n00000002';
/** After this time nothing more is expected upstream, as in the module. */
const SETTLED_MS = 400;
const PATIENCE_MS = 5000;

/** Relays that find what a test puts into the store, at the time that the test says. */
function relays(origin: Partial<Origin> = {}, upstreamLateMs = 300) {
  const store = new UpstreamStore(1024 * 1024);
  const judged: Relay[] = [];
  const passed: Series[] = [];
  const pairs: { readonly nonce: string | undefined; readonly added: AddedTimes }[] = [];
  const clock = { nowMs: 0 };
  const source: RelaySource = {
    isLive: false,
    originUnixMs: 0,
    ...origin,
    now: () => clock.nowMs,
    store,
    settled: async () => {},
  };
  const stage = new Relays(
    source,
    { upstreamLateMs },
    {
      judge: (relay) => judged.push(relay),
      onPair: (exchange, added) => pairs.push({ nonce: ownNonce(exchange), added }),
      next: (piece: Judgeable) => {
        if ('group' in piece) passed.push(piece.group.series);
      },
    },
  );
  const paired = {
    begin: (run: Origin, engine: Origin) => stage.begin(run, engine),
    note: (exchange: Exchange) => stage.holds({ exchange }),
    noteGroup: (group: Series) => stage.holds({ group: { kind: 'key', series: group } }),
    async finish() {
      await stage.end();
      return stage.counts;
    },
  };
  /** Lets time pass: what waits is looked at when the next request comes. */
  const pass = (ms: number) => {
    clock.nowMs += ms;
    paired.note(answer({}));
  };
  return { store, judged, passed, pairs, paired, pass };
}

function asked(nonce: string, facts: ExchangeFacts = {}): Exchange {
  return answer({}, { sent: { prompt: `About ${nonce}.` }, ...facts });
}

function answered(nonce: string, id = 1, receivedMs = 1) {
  return call({ id, nonces: [nonce], request: { receivedMs, endMs: receivedMs } });
}

test('relays: a request is judged with its upstream request once nothing more is expected of it', () => {
  const { store, judged, paired, pass } = relays();
  store.end(answered(ONE));
  paired.note(asked(ONE));
  pass(SETTLED_MS - 1);
  expect(judged).toEqual([]);
  pass(50);
  expect(judged).toMatchObject([{ upstream: [{ id: 1 }], open: 0, exchanges: [{}] }]);
});

test('relays: what a gateway sends upstream shortly after its answer belongs to the request too', () => {
  const { store, judged, paired, pass } = relays();
  store.end(answered(ONE, 1));
  paired.note(asked(ONE));
  pass(100);
  store.end(answered(ONE, 2, 90));
  pass(SETTLED_MS);
  expect(judged[0]?.upstream.map(({ id }) => id)).toEqual([1, 2]);
});

test.each([
  ['300 ms', 300],
  ['the time of the profile', 2000],
])(
  'relays: what a gateway sends upstream later than %s does not, whenever it is known',
  async (_, lateMs) => {
    const { store, judged, paired } = relays({}, lateMs);
    const asking = asked(ONE);
    paired.note(asking);
    store.end(answered(ONE, 1));
    store.end(answered(ONE, 2, asking.timing.endMs + lateMs - 1));
    store.end(answered(ONE, 3, asking.timing.endMs + lateMs + 1));
    await paired.finish();
    expect(judged[0]?.upstream.map(({ id }) => id)).toEqual([1, 2]);
  },
);

test('relays: a request is judged as it is when its upstream request is not over after 5 s', () => {
  const { store, judged, paired, pass } = relays();
  store.begin({ id: 1, nonces: [ONE], operation: 'chat' });
  paired.note(asked(ONE));
  pass(PATIENCE_MS - 1);
  expect(judged).toEqual([]);
  pass(50);
  expect(judged).toMatchObject([{ upstream: [], open: 1 }]);
});

test('relays: a request that nothing upstream belongs to waits for late frames, and is not matched', async () => {
  const { judged, paired, pass } = relays();
  paired.note(asked(ONE));
  pass(PATIENCE_MS - 1);
  expect(judged).toEqual([]);
  expect(await paired.finish()).toMatchObject({ sent: 1, matched: 0, lost: 0 });
  expect(judged).toMatchObject([{ upstream: [], open: 0 }]);
});

test('relays: the retries with one key are one relay, and each of them alone is none', async () => {
  const { store, judged, paired } = relays();
  const group: Group = { kind: 'key', id: 'k1' };
  const retries = [asked(ONE, { group }), asked(ONE, { group, attempt: 2 })];
  for (const each of retries) paired.note(each);
  expect(paired.noteGroup(series(retries))).toBe(true);
  store.end(answered(ONE));
  expect(await paired.finish()).toMatchObject({ sent: 1, matched: 1 });
  expect(judged.map(({ exchanges }) => exchanges.length)).toEqual([2]);
});

test('relays: a request without a word by which it could be found is not counted', async () => {
  const { judged, paired } = relays();
  paired.note(answer({}, { sent: { prompt: 'Hello' } }));
  expect(paired.noteGroup(series([answer({})]))).toBe(false);
  expect(await paired.finish()).toMatchObject({ sent: 0, matched: 0 });
  expect(judged).toEqual([]);
});

test('relays: upstream times become those of the run', async () => {
  const { store, judged, paired } = relays({ originUnixMs: 5_000 });
  paired.begin({ originUnixMs: 4_000 }, { originUnixMs: 4_000 });
  store.end(answered(ONE, 1, 10));
  paired.note(asked(ONE, { sentAtMs: 1_000 }));
  await paired.finish();
  expect(judged[0]?.upstream[0]?.request.receivedMs).toBe(1_010);
});

test('relays: added times are those of one whole answer with one whole upstream answer', async () => {
  const { store, pairs, paired } = relays();
  const told = [
    ['n00000001', {}, call({ id: 1, nonces: ['n00000001'] })],
    ['n00000002', { status: 429 }, call({ id: 2, nonces: ['n00000002'] })],
    ['n00000003', { outcome: 'truncated' }, call({ id: 3, nonces: ['n00000003'] })],
    ['n00000004', {}, call({ id: 4, nonces: ['n00000004'], outcome: 'disconnected' })],
  ] as const;
  for (const [nonce, facts, upstream] of told) {
    store.end(upstream);
    paired.note(asked(nonce, facts));
  }
  for (const id of [5, 6]) store.end(answered('n00000005', id));
  paired.note(asked('n00000005'));
  const { matched } = await paired.finish();
  expect(matched).toBe(5);
  expect(pairs.map(({ nonce }) => nonce)).toEqual([ONE]);
});

test('relays: with the clock of the machine, a step of the wall clock changes no time', async () => {
  const { store, judged, pairs, paired } = relays({ originUnixMs: 4_900, originMonotonicMs: 50 });
  const engine = { originUnixMs: 4_000, originMonotonicMs: 40 };
  paired.begin(engine, engine);
  store.end(answered(ONE, 1, 10));
  paired.note(asked(ONE, { sentAtMs: 18 }));
  await paired.finish();
  expect(judged[0]?.upstream[0]?.request.receivedMs).toBe(20);
  expect(pairs[0]?.added.forwardMs).toBe(2);
});

test.each([
  ['after', 7],
  ['before', -3],
])(
  'relays: with an engine that began %s the run, moments of both ends are compared',
  async (_, ms) => {
    const { store, pairs, paired } = relays({ originMonotonicMs: 50 });
    const run = { originUnixMs: 0, originMonotonicMs: 40 };
    paired.begin(run, run);
    paired.begin(run, { originUnixMs: ms, originMonotonicMs: 40 + ms });
    store.end(answered(ONE, 1, 10));
    paired.note(asked(ONE, { sentAtMs: 18 }));
    await paired.finish();
    expect(pairs[0]?.added.forwardMs).toBe(2);
  },
);

test.each([
  ['the clock of the machine is not known at one end', { originUnixMs: 0 }],
  ['an engine ran on another machine', { originUnixMs: 0, originMonotonicMs: 86_400_000 }],
])('relays: no moments of both ends are compared where %s', async (_, engine) => {
  const { store, pairs, paired } = relays({ originMonotonicMs: 50 });
  paired.begin({ originUnixMs: 0, originMonotonicMs: 40 }, engine);
  store.end(answered(ONE, 1, 10));
  paired.note(asked(ONE));
  await paired.finish();
  expect(pairs[0]?.added.e2eMs).toBeDefined();
  expect(pairs[0]?.added.forwardMs).toBeUndefined();
});

test('relays: a slow reader takes its time itself, so nothing is added', async () => {
  const { store, pairs, paired } = relays();
  store.end(answered(ONE));
  const { timing, ...rest } = asked(ONE);
  paired.note({ ...rest, timing: { ...timing, readBytesPerSecond: 2_000 } });
  expect(await paired.finish()).toMatchObject({ matched: 1 });
  expect(pairs).toEqual([]);
});

test('relays: the oldest requests are lost when answers that wait fill the memory for them', async () => {
  const { store, judged, passed, paired } = relays();
  const group: Group = { kind: 'key', id: 'k1' };
  const bytes = Math.ceil(LIMITS.relayBodies.value * 0.6);
  const large = (nonce: string) =>
    answer(new Uint8Array(bytes), { sent: { prompt: nonce }, type: 'image/png', group });
  store.end(answered(ONE, 1));
  store.end(answered(OTHER, 2));
  for (const nonce of [ONE, OTHER]) paired.noteGroup(series([large(nonce)]));
  expect(passed).toHaveLength(1);
  expect(store.of(ONE).exchanges).toEqual([]);
  expect(await paired.finish()).toMatchObject({ sent: 2, matched: 1, lost: 1 });
  expect(judged.map(({ upstream }) => upstream[0]?.id)).toEqual([2]);
});

test('relays: with a running upstream they are judged while no further request comes', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const store = new UpstreamStore(1024 * 1024);
  const judged: Relay[] = [];
  const paired = new Relays(
    {
      isLive: true,
      originUnixMs: 0,
      now: () => performance.now(),
      store,
      settled: async () => {},
    },
    { upstreamLateMs: 300 },
    { judge: (relay) => judged.push(relay), onPair: () => undefined },
  );
  store.end(answered(ONE));
  paired.holds({ exchange: asked(ONE) });
  vi.advanceTimersByTime(SETTLED_MS + 100);
  expect(judged).toHaveLength(1);
});
