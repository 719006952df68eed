import type { ContainerRuntimeClient } from 'testcontainers';
import { SetupError } from '../input/setup-error.ts';
import { before } from './deadline.ts';

/** A socket may accept connections and never respond. */
const ANSWER_DEADLINE_MS = 3_000;

/**
 * The container engine of this machine.
 * @throws SetupError when there is none, or the package is missing that talks to it
 */
export async function findContainerEngine(): Promise<ContainerRuntimeClient> {
  const { getContainerRuntimeClient } = await import('testcontainers').catch(() => {
    throw new SetupError(
      '--target container needs the package testcontainers. Run "npm install testcontainers@12" beside Assay.',
    );
  });
  return before(ANSWER_DEADLINE_MS, getContainerRuntimeClient(), 'none responded within 3 s').catch(
    (error: Error) => {
      const reason = error.message.startsWith('Could not find') ? 'none responds' : error.message;
      throw new SetupError(
        `No container engine: ${reason}. Start Docker or Podman, or use the embedded reference gateway (--target embedded).`,
      );
    },
  );
}

/**
 * Testcontainers starts a container that removes the containers of a killed run. Its image comes
 * from a registry; if the registry is unreachable, the run goes on without it.
 */
export async function settleReaper(engine: ContainerRuntimeClient): Promise<void> {
  const { getReaper } = await import('testcontainers');
  await getReaper(engine).catch(() => {
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  });
}
