import { UnknownAlteration } from './alterations.ts';
import { MODELS } from './models/models.ts';
import { BadOptions, parseCommandLine } from './options.ts';
import { createReferenceServer, type ReferenceServer } from './server.ts';
import { randomKey } from './state/tenants.ts';

const USAGE_ERROR = 3;

/**
 * Starts the gateway and prints its address, its keys as lines for a shell, and its models.
 */
async function main(): Promise<void> {
  const { port, host, parentPipe, reference } = parseCommandLine(process.argv.slice(2));
  const { ASSAY_API_KEY: first, ASSAY_API_KEY_2: second } = process.env;
  const keys = [first || randomKey(), second || randomKey()] as const;
  const server = createReferenceServer({ ...reference, keys });
  stopOnSignals(server);
  if (parentPipe) endWithParent();
  const { address } = await server.listen(port, host).catch((error: unknown) => {
    throw listenFailure(error, port, host) ?? error;
  });
  console.log(`listening ${address}`);
  console.log(`export ASSAY_API_KEY=${shellWord(keys[0])}`);
  console.log(`export ASSAY_API_KEY_2=${shellWord(keys[1])}`);
  console.log(`models ${MODELS.join(', ')}`);
}

/** In quotes if a shell would interpret it. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function stopOnSignals(server: ReferenceServer): void {
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** A parent process that ends closes the pipe and can no longer stop this process. */
function endWithParent(): void {
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('error', () => process.exit(0));
}

/** Why the gateway cannot listen; undefined for an error that has another cause. */
function listenFailure(error: unknown, port: number, host: string): BadOptions | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  const place = `${host}:${port}`;
  return new BadOptions(
    error.code === 'EADDRINUSE'
      ? `The port is already in use: ${place}. Choose another one with --port.`
      : `The gateway cannot listen: ${place} (${String(error.code)}). Choose others with --host and --port.`,
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof BadOptions || error instanceof UnknownAlteration)) throw error;
  console.error(error.message);
  // The pipe of the parent would keep the process alive.
  process.exit(USAGE_ERROR);
}
