import type { ContainerRuntimeClient } from 'testcontainers';
import { before } from './deadline.ts';
import { NoContainerEngine } from './no-container-engine.ts';

/** A socket can accept and never answer. */
const ANSWER_DEADLINE_MS = 3_000;

/**
 * The engine that runs containers here.
 * @throws NoContainerEngine
 */
export async function findContainerEngine(): Promise<ContainerRuntimeClient> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return before(ANSWER_DEADLINE_MS, getContainerRuntimeClient(), 'none answered within 3 s').catch(
    (error: Error) => {
      throw new NoContainerEngine(
        error.message.startsWith('Could not find') ? 'none answers' : error.message,
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
