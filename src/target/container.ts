import type { ContainerRuntimeClient, StartedTestContainer } from 'testcontainers';
import { findContainerEngine, settleReaper } from './container-engine.ts';
import { freshKeys, keyVariables } from './keys.ts';
import { buildReferenceImage } from './reference-image.ts';
import type { TargetKind } from './target.ts';
import { TargetNotStarted } from './target-not-started.ts';

const PORT = 8080;
const START_DEADLINE_MS = 30_000;
/** Longer than the gateway gives what is in flight when it is told to stop. */
const STOP_DEADLINE_MS = 8_000;
/** How often it is asked whether it answers; a long interval is a slow start. */
const POLL_MS = 100;

/** The bundled reference gateway in a container of its own image. */
export const container: TargetKind = {
  summary: 'the bundled reference gateway in a container, built from its Dockerfile',
  takes: (text) => text === 'container',

  async start({ referenceOptions, progress }) {
    const engine = await findContainerEngine();
    await settleReaper(engine);
    progress('Building the image of the reference gateway (seconds, once its base image is here)');
    const keys = freshKeys();
    const started = await startContainer(keyVariables(keys), referenceOptions);
    let stopping: Promise<void> | undefined;
    return {
      kind: 'container',
      address: `http://${started.getHost()}:${started.getMappedPort(PORT)}`,
      keys,
      profile: 'reference',
      note: 'The published port of the container costs latency and throughput: they are not the gateway’s alone.',
      ended: () => whyEnded(engine, started),
      stop: () => {
        stopping ??= stopContainer(started);
        return stopping;
      },
    };
  },
};

async function startContainer(
  variables: Record<string, string>,
  referenceOptions: readonly string[],
): Promise<StartedTestContainer> {
  const { Wait } = await import('testcontainers');
  const image = await buildReferenceImage();
  const healthy = Wait.forHttp('/healthz', PORT, { abortOnContainerExit: true });
  try {
    return await image
      .withExposedPorts(PORT)
      .withEnvironment(variables)
      .withCommand([...referenceOptions])
      .withWaitStrategy(healthy.withReadTimeout(POLL_MS))
      .withStartupTimeout(START_DEADLINE_MS)
      .start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TargetNotStarted(`The container of the reference gateway did not start: ${reason}`);
  }
}

async function whyEnded(
  engine: ContainerRuntimeClient,
  started: StartedTestContainer,
): Promise<string | undefined> {
  const { State } = await engine.container.inspect(engine.container.getById(started.getId()));
  if (State.Running) return undefined;
  const how = State.OOMKilled
    ? 'it ran out of memory'
    : `it ended with exit code ${State.ExitCode}`;
  return `The container of the reference gateway is gone: ${how}.`;
}

async function stopContainer(started: StartedTestContainer): Promise<void> {
  await started.stop({ timeout: STOP_DEADLINE_MS });
}
