import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { UpstreamExchange } from '../../../src/exchange/upstream/upstream-exchange.ts';
import type { UpstreamFailure } from '../../../src/exchange/upstream/upstream-step.ts';
import type { Upstream } from '../../../src/target/upstream/upstream.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';

type Failure = Exclude<UpstreamFailure, 'refuse-connection'>;

interface Failing {
  readonly afterTokens?: number;
  readonly forMs?: number;
}

/** All failures of an answer; `refuse-connection` is one of the whole upstream. */
const FAILURES: { readonly [K in Failure]: Failing & { readonly kind: K } } = {
  'reset-before-headers': { kind: 'reset-before-headers' },
  silence: { kind: 'silence' },
  'fin-after': { kind: 'fin-after', afterTokens: 2 },
  'rst-after': { kind: 'rst-after', afterTokens: 2 },
  'no-done': { kind: 'no-done' },
  'no-finish': { kind: 'no-finish' },
  'error-event': { kind: 'error-event' },
  'malformed-json': { kind: 'malformed-json' },
  html: { kind: 'html' },
  empty: { kind: 'empty' },
  gzip: { kind: 'gzip' },
  'big-event': { kind: 'big-event' },
  'split-character': { kind: 'split-character' },
  'foreign-framing': { kind: 'foreign-framing' },
  'usage-empty-choices': { kind: 'usage-empty-choices' },
  redirect: { kind: 'redirect' },
  'redirect-host': { kind: 'redirect-host' },
  'close-on-reuse': { kind: 'close-on-reuse' },
  'close-after': { kind: 'close-after', forMs: 5 },
};

/** When a client disconnects, in ms after it has sent its request: an answer takes 20 ms and more. */
const CUTS_MS = [1, 10, 30, 150];
/** Long enough for a machine that does other work. */
const LATE_CUT_MS = 5000;

let nonces = 0;

function nextNonce(): string {
  nonces += 1;
  return `n${nonces.toString(16).padStart(8, '0')}`;
}

/** One chat, which is cut after some time if it is not over. Settles when its connection is. */
async function chat(
  upstream: Upstream,
  agent: Agent,
  nonce: string,
  cutAfterMs: number,
): Promise<void> {
  const isStream = nonces % 2 === 0;
  const body = JSON.stringify({
    model: 'm',
    stream: isStream,
    messages: [{ role: 'user', content: nonce }],
  });
  const sent = request(`${upstream.address}/v1/chat/completions`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(cutAfterMs),
  });
  sent.on('response', (response) => response.on('error', () => undefined).resume());
  sent.on('error', () => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  sent.on('close', resolve);
  sent.end(body);
  await promise;
}

interface Reported {
  readonly kind: Failure;
  readonly open: number;
  readonly failures: readonly (string | undefined)[];
}

/** One chat whose upstream fails, and what the upstream reports of it. */
async function failing(
  upstream: Upstream,
  agent: Agent,
  fail: (typeof FAILURES)[Failure],
  cutAfterMs: number,
): Promise<Reported> {
  const nonce = nextNonce();
  await upstream.script(nonce, [{ fail }]);
  await chat(upstream, agent, nonce, cutAfterMs);
  const { open, exchanges } = await upstream.seen(nonce, 2000);
  return { kind: fail.kind, open, failures: exchanges.map(({ failure }) => failure) };
}

function reported(seen: readonly Reported[]): ReadonlySet<string> {
  return new Set(seen.flatMap(({ kind, failures }) => failures.map((each) => `${kind}: ${each}`)));
}

test('upstream: each failure is reported whenever a gateway disconnects, and none ends the connection', async () => {
  const upstream = await startUpstream({ first: 'assay_live_first-key' });
  onTestFinished(() => upstream.stop());
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());

  const all = Object.values(FAILURES);
  const seen = await Promise.all(
    all.flatMap((fail) => CUTS_MS.map((cutAfterMs) => failing(upstream, agent, fail, cutAfterMs))),
  );
  // A gateway that disconnects at once may have sent nothing.
  const unseen = all.filter(({ kind }) => !reported(seen).has(`${kind}: ${kind}`));
  // A pooled connection may be one that an earlier failure has closed.
  const unpooled = new Agent();
  const late = await Promise.all(
    unseen.map((fail) => failing(upstream, unpooled, fail, LATE_CUT_MS)),
  );

  expect(upstream.ended()).toBeUndefined();
  expect([...seen, ...late].filter(({ open }) => open > 0)).toEqual([]);
  expect(reported([...seen, ...late])).toEqual(new Set(all.map(({ kind }) => `${kind}: ${kind}`)));
});

test('upstream: a request that is cut before its end is an exchange without an answer', async () => {
  const upstream = await startUpstream({ first: 'assay_live_first-key' });
  onTestFinished(() => upstream.stop());
  const nonce = nextNonce();
  const sent = request(`${upstream.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 1000 },
  });
  sent.on('error', () => undefined);
  // On a busy machine it may take a while to connect.
  await new Promise((written) => {
    sent.write(`{"messages": [{"role": "user", "content": "${nonce}`, written);
  });
  const { promise, resolve } = Promise.withResolvers<UpstreamExchange>();
  upstream.observe(resolve);
  sent.destroy();

  const { request: received, answer } = await promise;
  expect(received.isComplete).toBe(false);
  expect([answer.status, answer.sizeBytes, answer.headers]).toEqual([undefined, 0, []]);
  expect(upstream.ended()).toBeUndefined();
});
