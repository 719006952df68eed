import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../support/test-folder.ts';

/**
 * Looks for an engine in a separate process in which only DOCKER_HOST can name one: the process states
 * an unusual platform, on which no default socket is tried.
 */
const SEARCH = `
  Object.defineProperty(process, 'platform', { value: 'aix' });
  const { container } = await import(${JSON.stringify(new URL('../../src/target/container.ts', import.meta.url))});
  const order = { text: 'container', environment: {}, referenceOptions: [], progress() {} };
  const error = await container.start(order).catch((error) => error);
  process.stdout.write(error.name + ': ' + error.message);
  process.exit();
`;

const REMEDY = 'Start Docker or Podman, or use the embedded reference gateway (--target embedded).';

let folder: string;

beforeEach(async () => {
  folder = await folderOfTest('test');
});

async function search(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', SEARCH],
    { env: { ...process.env, HOME: folder, DOCKER_HOST: `unix://${folder}/docker.sock` } },
  );
  return stdout;
}

test('container: a missing engine is reported with the remedy', async () => {
  expect(await search()).toBe(`SetupError: No container engine: none responds. ${REMEDY}`);
});

test('container: an engine that never responds is reported after 3 s', async () => {
  const silent = createServer().listen(join(folder, 'docker.sock'));
  onTestFinished(() => void silent.close());
  expect(await search()).toBe(
    `SetupError: No container engine: none responded within 3 s. ${REMEDY}`,
  );
});
