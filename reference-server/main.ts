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
  const message = usageMessage(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exitCode = USAGE_ERROR;
}

/** What to tell about an error that the command line causes; undefined for another one. */
function usageMessage(error: unknown): string | undefined {
  if (error instanceof BadOptions || error instanceof UnknownAlteration) return error.message;
  if (!isListenError(error)) return undefined;
  const { code, address, port } = error;
  if (code === 'EADDRINUSE') {
    return `The port is taken: ${address}:${port}. Choose another one with --port.`;
  }
  return `The gateway cannot listen: ${address}:${port} (${code}). Choose others with --host and --port.`;
}

interface ListenError {
  readonly code: string;
  readonly address: string;
  readonly port: number;
}

function isListenError(error: unknown): error is Error & ListenError {
  return error instanceof Error && 'code' in error && 'address' in error && 'port' in error;
}
