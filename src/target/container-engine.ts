import type { ContainerRuntimeClient, GenericContainer } from 'testcontainers';
import { SetupError } from '../input/setup-error.ts';

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

/** Names of an engine on this machine. An engine elsewhere publishes its ports to be reached from here. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * A container of `image` that has no privileges and a read-only file system. Where the engine runs
 * on this machine, `port` is published on the loopback address alone.
 * @param engineHost where the engine publishes ports
 */
export async function confinedContainer(
  image: string,
  port: number,
  engineHost: string,
): Promise<GenericContainer> {
  const testcontainers = await import('testcontainers');
  class ConfinedContainer extends testcontainers.GenericContainer {
    constructor() {
      super(image);
      this.withExposedPorts(port);
      this.withDroppedCapabilities('ALL');
      this.withSecurityOpt('no-new-privileges');
      this.hostConfig.ReadonlyRootfs = true;
      if (THIS_MACHINE.has(engineHost)) {
        this.hostConfig.PortBindings = {
          [`${port}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: '0' }],
        };
      }
    }
  }
  return new ConfinedContainer();
}

/**
 * The result of a promise, or a rejection at the deadline. The work itself continues.
 * @param late the message at the deadline, such as "none responded within 3 s"
 * @throws Error with `late` as its message
 */
export async function before<T>(deadlineMs: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
