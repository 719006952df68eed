import { onTestFinished, type TestContext } from 'vitest';
import type { Speech } from '../../reference-server/http/accept-clients.ts';
import { createReferenceServer, type ReferenceOptions } from '../../reference-server/server.ts';

/** A reference gateway that listens. */
export interface ReferenceGateway {
  readonly address: string;
  readonly keys: { readonly first: string; readonly second: string };
  /** The variables of Assay with its keys. */
  readonly env: { readonly ASSAY_API_KEY: string; readonly ASSAY_API_KEY_2: string };
  /** Cuts all connections; may be called again. */
  stop(): Promise<void>;
}

/** Starts one until the test has finished: a concurrent test passes its own context. */
export async function startReference(
  options: ReferenceOptions & Speech = {},
  test: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): Promise<ReferenceGateway> {
  const gateway = await listening(options);
  test.onTestFinished(() => gateway.stop());
  return gateway;
}

/** Starts one for as long as it is used. */
export async function withReference<T>(
  options: ReferenceOptions,
  use: (gateway: ReferenceGateway) => Promise<T>,
): Promise<T> {
  const gateway = await listening(options);
  try {
    return await use(gateway);
  } finally {
    await gateway.stop();
  }
}

async function listening(options: ReferenceOptions & Speech): Promise<ReferenceGateway> {
  const server = createReferenceServer(options);
  const { address } = await server.listen();
  const [first, second] = server.keys;
  let stopped: Promise<void> | undefined;
  return {
    address,
    keys: { first, second },
    env: { ASSAY_API_KEY: first, ASSAY_API_KEY_2: second },
    stop: () => (stopped ??= server.close(0)),
  };
}
