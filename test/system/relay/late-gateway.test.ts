import { request as forward } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answerDisconnects } from '../../../src/conformance/probes/relay/connections.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { EXPECT } from '../../support/judge-reference.ts';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';

/** When it forwards a request: by then a caller with less patience has disconnected, once or twice. */
const LATE_MS = [400, 1400];

/** A gateway that forwards each request late, and not at all when its caller has disconnected. */
async function lateGateway(upstream: string, lateMs: number, ending: Ending): Promise<string> {
  const host = await loopbackServer(async (request, response) => {
    const body = await buffer(request);
    await wait(lateMs);
    if (response.destroyed) return;
    const { method, headers, url = '/' } = request;
    const call = forward(new URL(url, upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    call.on('error', () => response.destroy());
    response.on('close', () => call.destroy());
    call.end(body);
  }, ending);
  return `http://${host}`;
}

test.concurrent.for(LATE_MS)(
  'late gateway, by %s ms: a caller with more patience shows how its request ends upstream',
  async (lateMs, ending) => {
    const keys = freshKeys();
    const upstream = await startUpstream(keys);
    ending.onTestFinished(() => upstream.stop());
    const address = await lateGateway(upstream.address, lateMs, ending);
    const gateways = createProbeGateways({ address, keys, expect: EXPECT, seed: 1, upstream });
    ending.onTestFinished(() => gateways.close());
    const relays = await answerDisconnects.run(gateways.gatewayFor(answerDisconnects));
    expect(
      relays.map(({ label, upstream: calls, open }) => [
        label,
        calls.map(({ outcome }) => outcome),
        open,
      ]),
    ).toEqual(
      ['chat', 'responses', 'images', 'transcription'].map((label) => [label, ['disconnected'], 0]),
    );
  },
);
