import { expect, onTestFinished, test } from 'vitest';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { billableRequest } from '../../../src/conformance/requests/plain.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { OperationStalled } from '../../../src/conformance/sending/stalled-operations.ts';
import { tcpServer } from '../../support/tcp-server.ts';

const { expect: EXPECT } = resolveProfile(referenceProfile, []);
const WHOLE = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** A gateway that stalls after the status line of a chat while `stalls` is set. */
async function stalling() {
  const state = { stalls: true, requests: 0 };
  const server = await tcpServer((socket, request) => {
    state.requests += 1;
    if (state.stalls && request.includes('/chat')) socket.write('HTTP/1.1 200 OK\r\n');
    else socket.end(WHOLE);
  });
  const gateways = createProbeGateways({
    address: server.origin,
    keys: { first: 'k_live_1234567' },
    expect: { ...EXPECT, answerDeadlineMs: 40 },
    seed: 1,
  });
  onTestFinished(async () => {
    await gateways.close();
    await server.close();
  });
  return { state, gateway: gateways.gatewayFor({ name: 'a-probe' }) };
}

const ordinary = { ...billableRequest(EXPECT, 'chat', 'word'), expected: 'accepted' } as const;

test('stalled operation: after four ordinary requests without a whole answer, nothing more is sent to it', async () => {
  const { state, gateway } = await stalling();
  for (let count = 0; count < 4; count += 1) {
    expect((await gateway.send(ordinary)).outcome).toBe('timed-out');
  }
  await expect(gateway.send(ordinary)).rejects.toThrow(OperationStalled);
  await expect(gateway.together([ordinary])).rejects.toThrow(
    'chat is unresponsive, the last 4 ordinary requests got no whole answer in time',
  );
  expect(state.requests).toBe(4);
  const other = await gateway.send({
    ...billableRequest(EXPECT, 'responses', 'word'),
    expected: 'accepted',
  });
  expect(other.outcome).toBe('answered');
});

test('stalled operation: an answer in between, or requests that need not be accepted, are not a stall', async () => {
  const { state, gateway } = await stalling();
  const { expected: _, ...unusual } = ordinary;
  for (let count = 0; count < 3; count += 1) {
    await gateway.send(ordinary);
    await gateway.send(unusual);
  }
  state.stalls = false;
  expect((await gateway.send(ordinary)).outcome).toBe('answered');
  state.stalls = true;
  expect((await gateway.send(ordinary)).outcome).toBe('timed-out');
});
