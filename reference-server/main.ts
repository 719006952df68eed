import { UnknownAlteration } from './alterations.ts';
import { findBehaviour } from './hostile/find-behaviour.ts';
import { startHostileServer } from './hostile/server.ts';
import { MODELS } from './models/models.ts';
import { BadOptions, parseCommandLine } from './options.ts';
import { createReferenceServer, type ReferenceServer } from './server.ts';
import { randomKey } from './state/tenants.ts';

const USAGE_ERROR = 3;

/**
 * Starts the gateway and prints its address, its keys as lines for a shell, and its models.
 */
async function main(): Promise<void> {
  const { port, host, parentPipe, hostile, reference } = parseCommandLine(process.argv.slice(2));
  const { ASSAY_API_KEY: first, ASSAY_API_KEY_2: second } = process.env;
  const keys = [first || randomKey(), second || randomKey()] as const;
  if (parentPipe) endWithParent();
  const failed = (error: unknown) => {
    throw listenFailure(error, port, host) ?? error;
  };
  if (hostile !== undefined) {
    const behaviour = findBehaviour(hostile);
    const server = await startHostileServer(behaviour, { port, host, onStrayed }).catch(failed);
    stopOnSignals(server);
    printAccess(server.address, keys);
    console.log(`hostile ${hostile}: ${behaviour.summary}`);
    return;
  }
  const server = createReferenceServer({ ...reference, keys });
  stopOnSignals(server);
  const { address } = await server.listen(port, host).catch(failed);
  printAccess(address, keys);
  console.log(`models ${MODELS.join(', ')}`);
}

function printAccess(address: string, keys: readonly [first: string, second: string]): void {
  console.log(`listening ${address}`);
  console.log(`export ASSAY_API_KEY=${shellWord(keys[0])}`);
  console.log(`export ASSAY_API_KEY_2=${shellWord(keys[1])}`);
}

function onStrayed(line: string): void {
  console.error(`request to another origin: ${line}`);
}

/** In quotes if a shell would interpret it. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function stopOnSignals(server: Pick<ReferenceServer, 'close'>): void {
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
