import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { freePort } from './free-port.ts';
import { assay, type CommandRun } from './run-assay.ts';

/** Runs a command on a reference gateway that relays to the upstream of the run. */
export async function assayRelay(
  [command, ...args]: readonly [command: string, ...string[]],
  reference: ReferenceOptions = {},
): Promise<CommandRun> {
  const upstream = `127.0.0.1:${await freePort()}`;
  const server = createReferenceServer({ ...reference, upstream: `http://${upstream}` });
  const { address } = await server.listen();
  const [first, second] = server.keys;
  try {
    return await assay([command, '--target', address, '--upstream', upstream, ...args], {
      env: { ASSAY_API_KEY: first, ASSAY_API_KEY_2: second },
    });
  } finally {
    await server.close(0);
  }
}
