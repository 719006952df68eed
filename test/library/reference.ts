import { onTestFinished } from 'vitest';
import { createReferenceServer, type ReferenceOptions } from '../../reference-server/server.ts';

/** A reference gateway for one test, and the environment with its keys. */
export async function startReference(options: ReferenceOptions = {}): Promise<{
  readonly target: string;
  readonly environment: Readonly<Record<string, string>>;
}> {
  const server = createReferenceServer(options);
  onTestFinished(() => server.close(0));
  const { address } = await server.listen();
  const [first = '', second = ''] = server.keys;
  return { target: address, environment: { ASSAY_API_KEY: first, ASSAY_API_KEY_2: second } };
}
