import type { ContainerRuntimeClient, StartedTestContainer } from 'testcontainers';
import { direct, NO_ACCESS } from '../exchange/access.ts';
import { Redactor, runSecrets } from '../exchange/redaction/redact.ts';
import { present } from '../input/defined.ts';
import { SetupError } from '../input/setup-error.ts';
import { confinedContainer, findContainerEngine, settleReaper } from './container-engine.ts';
import { freshKeys, type Keys, keyVariables } from './keys.ts';
import { buildReferenceImage } from './reference-image.ts';
import { routeNote } from './remote.ts';
import type { TargetKind } from './target.ts';

const PORT = 8080;
const START_DEADLINE_MS = 30_000;
/** Longer than the gateway waits for requests in flight when it has to stop. */
const STOP_DEADLINE_MS = 8_000;
/** How often it is polled until it answers; a long interval is a slow start. */
const POLL_MS = 100;
const COMPLAINT_CHARACTERS = 2048;

/** The bundled reference gateway in a container of its own image. */
export const container: TargetKind = {
  summary: 'the bundled reference gateway in a container, built from its Dockerfile',
  takes: (text) => text === 'container',

  async start({ referenceOptions, access = NO_ACCESS, progress }) {
    const engine = await findContainerEngine();
    progress(
      'Building the image of the reference gateway (seconds, if its base image is present) …',
    );
    await settleReaper(engine);
    const keys = freshKeys();
    const { host } = engine.info.containerRuntime;
    const speech = access.http2 ? ['--http2'] : [];
    const started = await startContainer(keys, [...speech, ...referenceOptions], host);
    let stopping: Promise<void> | undefined;
    const address = `http://${started.getHost()}:${started.getMappedPort(PORT)}/v1`;
    return {
      kind: 'container',
      address,
      keys,
      access: direct(access),
      profile: 'reference',
      note: present([
        'The published port of the container adds latency and reduces throughput.',
        routeNote(address, direct(access)),
      ]).join(' '),
      ended: async () => (stopping === undefined ? whyEnded(engine, started) : undefined),
      stop: () => {
        stopping ??= stopContainer(started);
        return stopping;
      },
    };
  },
};

async function startContainer(
  keys: Required<Keys>,
  referenceOptions: readonly string[],
  engineHost: string,
): Promise<StartedTestContainer> {
  const { Wait } = await import('testcontainers');
  const image = await buildReferenceImage();
  const healthy = Wait.forHttp('/healthz', PORT, { abortOnContainerExit: true });
  try {
    const confined = await confinedContainer(image, PORT, engineHost);
    return await confined
      .withEnvironment(keyVariables(keys))
      .withCommand([...referenceOptions])
      .withWaitStrategy(healthy.withReadTimeout(POLL_MS))
      .withStartupTimeout(START_DEADLINE_MS)
      .start();
  } catch (error) {
    const complaint = messageOf(error).slice(-COMPLAINT_CHARACTERS);
    const redactor = new Redactor(runSecrets(keys.first, keys.second));
    throw new SetupError(
      `The container of the reference gateway did not start: ${redactor.text(complaint)}`,
    );
  }
}

async function whyEnded(
  engine: ContainerRuntimeClient,
  started: StartedTestContainer,
): Promise<string | undefined> {
  const reason = await engine.container
    .inspect(engine.container.getById(started.getId()))
    .then(
      ({ State }) => (State.Running ? undefined : `it ended with exit code ${State.ExitCode}`),
      messageOf,
    );
  return reason && `The container of the reference gateway is gone: ${reason}.`;
}

/** Stops and removes it; it may already have been removed. */
async function stopContainer(started: StartedTestContainer): Promise<void> {
  await started.stop({ timeout: STOP_DEADLINE_MS }).catch((error: unknown) => {
    if (!/no such container/i.test(messageOf(error))) throw error;
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
