import type { ContainerRuntimeClient } from 'testcontainers';
import { SetupError } from '../input/setup-error.ts';
import { before } from './deadline.ts';

/** A socket can accept and never answer. */
const ANSWER_DEADLINE_MS = 3_000;

/**
 * The engine that runs containers here.
 * @throws SetupError when there is none
 */
export async function findContainerEngine(): Promise<ContainerRuntimeClient> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return before(ANSWER_DEADLINE_MS, getContainerRuntimeClient(), 'none answered within 3 s').catch(
    (error: Error) => {
      const reason = error.message.startsWith('Could not find') ? 'none answers' : error.message;
      throw new SetupError(
        `No container engine: ${reason}. Start Docker or Podman, or use the embedded reference gateway (--target embedded).`,
      );
    },
  );
}

/**
 * Testcontainers starts a companion that removes what a killed run leaves behind. Its image comes
 * from a registry: where that is out of reach we go without it, rather than not at all.
 */
export async function settleReaper(engine: ContainerRuntimeClient): Promise<void> {
  const { getReaper } = await import('testcontainers');
  await getReaper(engine).catch(() => {
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  });
}
