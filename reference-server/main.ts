import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishCompilingAtExit } from './finish-compiling.ts';
import { PREFIX } from './http/prefix.ts';
import { MODELS } from './models/models.ts';
import { BadOptions, parseCommandLine } from './options.ts';
import { createReferenceServer, type ReferenceServer } from './server.ts';
import { randomKey } from './state/tenants.ts';

/** A mistake in the options, or in the gateway. */
const FAILED = 3;

/**
 * Starts the gateway and prints its address, its keys as lines for a shell, and its models.
 */
async function main(): Promise<void> {
  const { port, host, parentPipe, tls, http2, hostile, reference } = parseCommandLine(
    process.argv.slice(2),
  );
  const {
    ASSAY_API_KEY: first,
    ASSAY_API_KEY_2: second,
    ASSAY_UPSTREAM_KEY: upstreamKey,
  } = process.env;
  const keys = [first || randomKey(), second || randomKey()] as const;
  if (parentPipe) endWithParent();
  const failed = (error: unknown) => {
    throw listenFailure(error, port, host) ?? error;
  };
  if (hostile !== undefined) {
    // Only here: the reference gateway starts faster without them.
    const { findBehaviour } = await import('./hostile/behaviours/index.ts');
    const { startHostileServer } = await import('./hostile/server.ts');
    const behaviour = findBehaviour(hostile);
    const server = await startHostileServer(behaviour, { port, host, onStrayed }).catch(failed);
    stopOnSignals(server);
    printAccess(server.address, keys);
    print(`hostile ${hostile}: ${behaviour.summary}`);
    return;
  }
  // Only then: the gateway starts faster without it.
  const certified = tls
    ? (await import('./http/certificate.ts')).certificate('self-signed')
    : undefined;
  const server = createReferenceServer({
    ...reference,
    keys,
    http2,
    ...(certified && { certified }),
    ...(upstreamKey && { upstreamKey }),
  });
  stopOnSignals(server);
  const { address } = await server.listen(port, host).catch(failed);
  if (certified) print(`certificate ${await written(certified.cert)}`);
  printAccess(address + PREFIX, keys);
  print(`models ${MODELS.join(', ')}`);
}

/** A file with the certificate, for as long as the gateway runs. */
async function written(cert: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-certificate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  await writeFile(file, cert);
  return file;
}

function printAccess(address: string, keys: readonly [first: string, second: string]): void {
  print(`base address ${address}`);
  print(`export ASSAY_API_KEY=${shellWord(keys[0])}`);
  print(`export ASSAY_API_KEY_2=${shellWord(keys[1])}`);
}

function onStrayed(line: string): void {
  complain(`request to another origin: ${line}`);
}

/** In quotes if a shell would interpret it. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function stopOnSignals(server: Pick<ReferenceServer, 'close'>): void {
  const stop = () => void server.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop);
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

const LONGEST_MESSAGE = 2000;

function print(line: string): void {
  console.log(inert(line));
}

/** A message may repeat an option or a request, of any length and with any control character. */
function complain(message: string): void {
  const cut = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  console.error(inert(cut));
}

function inert(line: string): string {
  return line.replace(/\p{C}/gu, (character) => `<U+${character.codePointAt(0)?.toString(16)}>`);
}

/** Nothing ends it with 1, which would say that a gateway failed its tests. */
function fail(error: unknown): never {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  complain(
    error instanceof BadOptions
      ? error.message
      : `The gateway failed (${what}). This is a bug in it.`,
  );
  // The pipe of the parent would keep the process alive.
  process.exit(FAILED);
}

process.on('uncaughtException', fail);
finishCompilingAtExit();
await main().catch(fail);
