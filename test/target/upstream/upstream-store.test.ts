import { expect, test } from 'vitest';
import type { UpstreamExchange } from '../../../src/exchange/upstream/upstream-exchange.ts';
import { UpstreamStore } from '../../../src/target/upstream/upstream-store.ts';
import { call } from '../../conformance/rules/relays.ts';

const ROOM = 1024 * 1024;

function begun(id: number, nonces: readonly string[], operation = 'chat') {
  return { id, nonces: [...nonces], operation };
}

function over(id: number, nonces: readonly string[], bytes = 0): UpstreamExchange {
  return call({ id, nonces, request: { receivedMs: id, body: new Uint8Array(bytes) } });
}

test('upstream store: an exchange is open until it is over', () => {
  const store = new UpstreamStore(ROOM);
  store.begin(begun(1, ['n00000001']));
  store.begin(begun(2, ['n00000001']));
  expect(store.of('n00000001')).toEqual({ exchanges: [], open: 2 });
  store.end(over(2, ['n00000001']));
  expect(store.of('n00000001')).toMatchObject({ exchanges: [{ id: 2 }], open: 1 });
  store.end(over(1, ['n00000001']));
  expect(store.of('n00000001')).toMatchObject({ exchanges: [{ id: 1 }, { id: 2 }], open: 0 });
});

test('upstream store: a turn of a dialog is found by its own nonce, which is the last', () => {
  const store = new UpstreamStore(ROOM);
  store.end(over(1, ['n00000001']));
  store.end(over(2, ['n00000001', 'n00000002']));
  expect(store.of('n00000001').exchanges.map(({ id }) => id)).toEqual([1]);
  expect(store.of('n00000002').exchanges.map(({ id }) => id)).toEqual([2]);
});

test('upstream store: the oldest exchanges are forgotten when memory is short', () => {
  const store = new UpstreamStore(100_000);
  for (const id of [1, 2, 3]) store.end(over(id, [`n0000000${id}`], 40_000));
  expect([1, 2, 3].map((id) => store.of(`n0000000${id}`).exchanges.length)).toEqual([0, 1, 1]);
});

test('upstream store: what is forgotten on purpose makes room', () => {
  const store = new UpstreamStore(100_000);
  store.end(over(1, ['n00000001'], 90_000));
  store.forget('n00000001');
  store.end(over(2, ['n00000002'], 90_000));
  expect(store.of('n00000002').exchanges).toHaveLength(1);
});

test('upstream store: requests to operations are counted, with a nonce or without', () => {
  const store = new UpstreamStore(ROOM);
  store.begin(begun(1, []));
  store.begin(begun(2, ['n00000001']));
  store.begin(begun(3, [], 'models'));
  expect(store.received).toBe(2);
});
