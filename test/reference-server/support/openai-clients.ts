import OpenAI from 'openai';
import { afterAll, beforeAll } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { ReferenceOptions } from '../../../reference-server/settings.ts';

/** The official clients of the two tenants of a gateway that runs for the tests of a file. */
export function openaiClients(options: ReferenceOptions): {
  readonly client: OpenAI;
  readonly other: OpenAI;
} {
  const server = createReferenceServer(options);
  const client = clientFor(server.keys[0]);
  const other = clientFor(server.keys[1]);
  beforeAll(async () => {
    const { address } = await server.listen();
    for (const each of [client, other]) each.baseURL = address;
  });
  afterAll(() => server.close(0));
  return { client, other };
}

function clientFor(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: 'http://not-yet.invalid', maxRetries: 0 });
}
