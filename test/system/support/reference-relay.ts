import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { freePort } from './free-port.ts';
import { assay, type CommandRun } from './run-assay.ts';

/** Runs a command on a reference gateway that relays to the upstream of the run. */
export async function assayRelay(
  [command, ...args]: readonly [command: string, ...string[]],
  reference: ReferenceOptions = {},
): Promise<CommandRun> {
  const upstream = `127.0.0.1:${await freePort()}`;
  return withReference({ ...reference, upstream: `http://${upstream}` }, ({ address, env }) =>
    assay([command, '--target', address, '--upstream', upstream, ...args], { env }),
  );
}
