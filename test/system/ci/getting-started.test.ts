import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { shellCommands, type Words } from '../../support/pages/shell-commands.ts';
import { assay } from '../support/run-assay.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'start', 'getting-started.md');
/** The page names the address of its second terminal. */
const ADDRESS = 'http://127.0.0.1:8080/v1';
const SMALL = ['--area', 'auth', '--quiet'];
/** The configuration that `init` writes has a condition over 5 s. */
const SHORT = ['--duration', '5s'];

/** The command lines of assay on the page, without the name of the program. */
async function steps(): Promise<readonly Words[]> {
  const page = await readFile(PAGE, 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return shellCommands(blocks.join('\n')).flatMap(([npx, program, ...words]) =>
    npx === 'npx' && program === 'assay' ? [words] : [],
  );
}

/** The same with less to send: what the page says takes minutes. */
function smaller(words: Words, address: string): Words {
  const [command] = words;
  const given = words.map((word) => (word === ADDRESS ? address : word));
  if (command !== 'gate' || words.includes('--dry-run')) return given;
  // A baseline is the same without a load.
  if (words.includes('--baseline')) return ['conform', ...given.slice(1), ...SMALL];
  return [...given, ...SMALL, ...SHORT];
}

test('getting started: every step of the page works, in its order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-getting-started-'));
  const server = createReferenceServer();
  const { address } = await server.listen();
  onTestFinished(async () => {
    await server.close(0);
    await rm(folder, { recursive: true });
  });
  const [ASSAY_API_KEY, ASSAY_API_KEY_2] = server.keys;
  const env = { ASSAY_API_KEY, ASSAY_API_KEY_2 };
  const commands: string[] = [];
  for (const words of await steps()) {
    const run = await assay(smaller(words, `${address}/v1`), { cwd: folder, env });
    expect(run.code, `${words.join(' ')}\n${run.stdout}${run.stderr}`).toBe(0);
    commands.push(words[0] ?? '');
  }
  expect(new Set(commands)).toEqual(new Set(['doctor', 'gate', 'init', 'explain', 'conform']));
  const written = await Promise.all(
    ['assay.yaml', 'assay.baseline.yaml', '.github/workflows/assay.yml'].map((name) =>
      readFile(join(folder, name), 'utf8'),
    ),
  );
  expect(written[0]).toContain(address);
  expect(written[2]).toContain('npx assay gate');
});
