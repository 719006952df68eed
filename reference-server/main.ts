import { BadOptions, parseCommandLine } from './options.ts';
import { createReferenceServer, type ReferenceServer } from './server.ts';
import { randomKey } from './tenants.ts';
import { UnknownAlteration } from './unknown-alteration.ts';

const USAGE_ERROR = 3;

/** Starts the gateway and says on stdout, in three lines, where it listens and with which keys. */
async function main(): Promise<void> {
  const { port, host, parentPipe, reference } = parseCommandLine(process.argv.slice(2));
  const { ASSAY_API_KEY: first, ASSAY_API_KEY_2: second } = process.env;
  const keys = [first || randomKey(), second || randomKey()] as const;
  const server = createReferenceServer({ ...reference, keys });
  stopOnSignals(server);
  if (parentPipe) endWithParent();
  const { address } = await server.listen(port, host);
  console.log(`listening ${address}\nASSAY_API_KEY=${keys[0]}\nASSAY_API_KEY_2=${keys[1]}`);
}

function stopOnSignals(server: ReferenceServer): void {
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** A parent that dies closes its end of the pipe: nobody is left to stop this process. */
function endWithParent(): void {
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('error', () => process.exit(0));
}

try {
  await main();
} catch (error) {
  const usage = error instanceof BadOptions || error instanceof UnknownAlteration;
  if (!usage && !isSystemError(error)) throw error;
  console.error(error.message);
  process.exitCode = USAGE_ERROR;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
