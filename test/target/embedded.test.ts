import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openTarget } from '../../src/commands/target/open-target.ts';
import type { Target } from '../../src/target/target.ts';
import { order } from './order.ts';
import { chat, inFlight } from './reference.ts';

/** A process that starts an embedded gateway, prints its address and keeps running. */
const PARENT = `
  import { embedded } from ${JSON.stringify(new URL('../../src/target/embedded.ts', import.meta.url))};
  const target = await embedded.start({ referenceOptions: [] });
  console.log(target.address);
`;

async function startEmbedded(...referenceOptions: string[]): Promise<Target> {
  const target = await openTarget(order('embedded', { referenceOptions }));
  onTestFinished(() => target.stop());
  return target;
}

async function isGone(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    () => false,
    () => true,
  );
}

test('embedded gateway: it starts on a loopback address with two new keys', async () => {
  const target = await startEmbedded();
  expect(target).toMatchObject({ kind: 'embedded', profile: 'reference' });
  expect(target.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const { first, second = '' } = target.keys;
  for (const key of [first, second]) {
    expect(key).toMatch(/^[a-z]+_live_[0-9a-f]{32}$/);
    expect((await chat(target, key)).status).toBe(200);
  }
  expect(second).not.toBe(first);
  expect((await chat(target, `${first}x`)).status).toBe(401);
});

test('embedded gateway: options are passed on', async () => {
  const target = await startEmbedded('--ttft', '0ms', '--itl', '0ms', '--tokens', '5');
  const answer = await chat(target, target.keys.first);
  expect(await answer.json()).toMatchObject({ usage: { completion_tokens: 5 } });
});

test('embedded gateway: an unknown option is reported', async () => {
  await expect(startEmbedded('--fault', 'no-such-fault')).rejects.toThrow(
    expect.objectContaining({
      name: 'SetupError',
      message: expect.stringMatching(/^The embedded reference .*no-such-fault/),
    }),
  );
});

test('embedded gateway: stop waits for requests in flight, and then it is gone', async () => {
  const target = await startEmbedded('--ttft', '400ms');
  const answering = chat(target, target.keys.first);
  await expect.poll(() => inFlight(target)).toBe(1);
  const stopping = Promise.all([target.stop(), target.stop()]);
  expect((await answering).status).toBe(200);
  await stopping;
  expect(await isGone(target.address)).toBe(true);
  expect(await target.ended()).toBeUndefined();
});

test('embedded gateway: it ends when its parent dies', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [address] = await once(createInterface({ input: parent.stdout }), 'line');
  expect(await isGone(address)).toBe(false);
  parent.kill('SIGKILL');
  await expect.poll(() => isGone(address)).toBe(true);
});
