import type { GenericContainer } from 'testcontainers';

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
