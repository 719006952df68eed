import type { ContainerRuntimeClient } from 'testcontainers';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTarget } from '../../../src/commands/target/open-target.ts';
import { findContainerEngine } from '../../../src/target/container-engine.ts';
import type { Target } from '../../../src/target/target.ts';
import { order } from '../../target/order.ts';
import { chat, inFlight } from '../../target/reference.ts';
import { callEach } from './seven-operations.ts';

let engine: ContainerRuntimeClient;
let missing: string | undefined;

beforeAll(async () => {
  try {
    engine = await findContainerEngine();
  } catch (error) {
    missing = String(error);
  }
});

beforeEach(({ skip }) => {
  if (missing !== undefined) skip(missing);
});

async function start(...referenceOptions: string[]): Promise<Target> {
  const target = await openTarget(order('container', { referenceOptions }));
  onTestFinished(() => target.stop());
  return target;
}

/** Ids of the containers of reference gateways that the engine has, running or not. */
async function containers(): Promise<string[]> {
  const all = await engine.container.dockerode.listContainers({ all: true });
  return all.filter(({ Image }) => Image.startsWith('assay-reference:')).map(({ Id }) => Id);
}

test('container: it starts a reference gateway that serves every operation', async () => {
  // The job must still run when it is cancelled, even on a busy machine.
  const target = await start('--video-time', '30s');
  expect(target).toMatchObject({ kind: 'container', profile: 'reference' });
  expect(target.note).toContain('published port');
  expect(await callEach(target)).toMatchObject({
    chat: { choices: [{ message: { role: 'assistant' } }] },
    responses: { object: 'response' },
    images: { data: [{ mime_type: 'image/png' }] },
    transcription: { text: expect.any(String) },
    'video-create': { status: 'queued' },
    'video-read': { status: expect.any(String) },
    'video-cancel': { status: 'cancelled' },
  });
});

test('container: it has no privileges, writes nothing, and is published on loopback only', async () => {
  await start();
  const [id = ''] = await containers();
  const { Config, HostConfig, NetworkSettings } = await engine.container.getById(id).inspect();
  expect(Config.User).toBe('1000:1000');
  expect(HostConfig).toMatchObject({
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
  });
  expect(NetworkSettings.Ports['8080/tcp']).toEqual([
    { HostIp: '127.0.0.1', HostPort: expect.stringMatching(/^\d+$/) },
  ]);
});

test('container: the health check of its image passes', async () => {
  await start();
  const [id = ''] = await containers();
  const health = async () => (await engine.container.getById(id).inspect()).State.Health?.Status;
  await expect.poll(health, { timeout: 30_000, interval: 250 }).toBe('healthy');
});

test('container: it uses the given keys and options', async () => {
  const target = await start('--ttft', '0ms', '--itl', '0ms', '--tokens', '5');
  const { first, second = '' } = target.keys;
  for (const key of [first, second]) {
    const answer = await chat(target, key);
    expect(await answer.json()).toMatchObject({ usage: { completion_tokens: 5 } });
  }
  expect((await chat(target, `${first}x`)).status).toBe(401);
});

test('container: stop waits for requests in flight, then removes it', async () => {
  const target = await start('--ttft', '700ms');
  expect(await containers()).toHaveLength(1);
  const answering = chat(target, target.keys.first);
  await expect.poll(() => inFlight(target)).toBe(1);

  const stopping = Promise.all([target.stop(), target.stop()]);
  expect((await answering).status).toBe(200);
  await stopping;
  expect(await containers()).toEqual([]);
  expect(await target.ended()).toBeUndefined();
});

test('container: an unknown option is reported, and no container is left', async () => {
  await expect(start('--fault', 'no-such-fault')).rejects.toThrow(
    expect.objectContaining({
      name: 'SetupError',
      message: expect.stringMatching(/^The container .*no-such-fault/),
    }),
  );
  expect(await containers()).toEqual([]);
});

test('container: one that was killed is reported, and can still be stopped', async () => {
  const target = await start();
  expect(await target.ended()).toBeUndefined();
  const [id = ''] = await containers();
  await engine.container.dockerode.getContainer(id).kill();
  expect(await target.ended()).toMatch(/^The container .* is gone: it ended with exit code 137\.$/);
  await engine.container.dockerode.getContainer(id).remove();
  expect(await target.ended()).toMatch(/^The container .* is gone: .*no such container/);
  await target.stop();
});
