import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanCalls } from './client-impact/clean-calls.ts';
import { ALL_CLIENTS, Driver, install } from './client-impact/clients.ts';

/** `npm run client-calls`: what clients get from `assay serve`, written to a page. */

const PAGE = join(import.meta.dirname, '..', 'docs', 'evidence', 'clients.md');

const programOf = await install(ALL_CLIENTS);
const running = ALL_CLIENTS.map((client) => ({ client, driver: new Driver(programOf(client)) }));
try {
  const text = await cleanCalls(running);
  await writeFile(PAGE, text);
  process.stdout.write(text);
} finally {
  await Promise.all(running.map(({ driver }) => driver.stop()));
}
