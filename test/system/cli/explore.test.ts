import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const cwd = await testFolder('explore');
const EXAMPLES = join(cwd, 'assay.examples.jsonl');

test('explore: keeps the sequence that breaks a rule, and a replay shows whether it still does', async ({
  onTestFinished,
}) => {
  const bad = createReferenceServer({ faults: ['chat-temperature-zero'] });
  const good = createReferenceServer();
  onTestFinished(async () => {
    await bad.close(0);
    await good.close(0);
  });
  const of = async (server: typeof bad) => {
    const { address } = await server.listen();
    const [ASSAY_API_KEY, ASSAY_API_KEY_2] = server.keys;
    return { target: `${address}/v1`, env: { ASSAY_API_KEY, ASSAY_API_KEY_2 } };
  };
  const { target, env } = await of(bad);

  const found = await assay(['explore', '--target', target, '--time', '15s', '--out', 'first'], {
    cwd,
    env,
  });
  expect(found.code).toBe(1);
  expect(found.stdout).toContain('history-accepted: 1 request, 10 of 10');
  const [kept] = (await readFile(EXAMPLES, 'utf8')).split('\n');
  expect(JSON.parse(kept ?? '')).toMatchObject({ rule: 'history-accepted', fails: '10 of 10' });
  const { explore } = await reportIn(join(cwd, 'first'));
  expect(explore?.reproductions).toMatchObject([
    {
      rule: 'history-accepted',
      steps: [expect.stringMatching(/temperature = 0: .* returned 400/)],
    },
  ]);

  await appendFile(EXAMPLES, '{"version":7}\n');
  const mended = await of(good);
  const replay = ['explore', '--replay', EXAMPLES, '--out', 'again', '--target', mended.target];
  const again = await assay(replay, { cwd, env: mended.env });
  expect(again.stderr).toContain(`Example has version 7, not 1, and is ignored: ${EXAMPLES}:2.`);
  expect(again.code).toBe(0);
});

test('explore: Ctrl-C leaves a partial report', async () => {
  let isSent = false;
  const run = await assay(['explore', '--time', '1m', '--out', 'interrupted'], {
    cwd,
    onStderr(text, signal) {
      if (isSent || !text.includes('Exploring')) return;
      isSent = true;
      setTimeout(() => signal('SIGINT'), 1000);
    },
  });

  expect(run.code).toBe(130);
  expect(await reportIn(join(cwd, 'interrupted'))).toMatchObject({
    partial: true,
    explore: { endedBy: 'interrupted' },
  });
});

test('explore: a target that goes away ends it with a partial report', async () => {
  const server = createReferenceServer();
  const { address } = await server.listen();
  const [ASSAY_API_KEY = ''] = server.keys;
  const run = await assay(
    ['explore', '--target', `${address}/v1`, '--time', '1m', '--out', 'gone'],
    {
      cwd,
      env: { ASSAY_API_KEY },
      onStderr(text) {
        if (text.includes('Exploring')) setTimeout(() => void server.close(0), 1000);
      },
    },
  );

  expect(run.stdout).toContain('The target no longer responds');
  expect(run.code).toBe(2);
  expect((await reportIn(join(cwd, 'gone'))).explore?.endedBy).toBe('target-gone');
});

test('explore --replica: one that does not respond, or has other keys, is named before anything is explored', async ({
  onTestFinished,
}) => {
  const server = createReferenceServer();
  const stranger = createReferenceServer();
  onTestFinished(async () => {
    await server.close(0);
    await stranger.close(0);
  });
  const { address } = await server.listen();
  const { address: other } = await stranger.listen();
  const [ASSAY_API_KEY = ''] = server.keys;
  const explore = (replica: string) =>
    assay(['explore', '--target', `${address}/v1`, '--replica', replica, '--time', '5s'], {
      cwd,
      env: { ASSAY_API_KEY },
    });

  const gone = await explore('http://127.0.0.1:1/v1');
  expect(gone.stderr).toContain('Target refused the connection: http://127.0.0.1:1/v1');
  expect(gone.code).toBe(2);
  const strange = await explore(`${other}/v1`);
  expect(strange.stderr).toContain(
    `Replica refused the API key of the target: ${other}/v1 returned 401. Give both the same keys.`,
  );
  expect(strange.code).toBe(3);
});

test.each([
  [{ how: 'in turn', steps: [{ id: 0, send: 'chat', at: 1 }] }, '1 replica (--replica)'],
  [{ how: 'in turn', restartMs: 0, steps: [{ id: 0, send: 'chat' }] }, 'restarts (--restart)'],
])(
  'explore --replay: a sequence that needs more than there is, is named and not sent (%j)',
  async (block, lack) => {
    const program = { blocks: [block] };
    const line = { version: 1, rule: 'history-keys', fails: '10 of 10', program };
    await writeFile(join(cwd, 'further.jsonl'), JSON.stringify(line));
    const { code, stderr } = await assay(['explore', '--replay', 'further.jsonl'], { cwd });

    expect(stderr).toContain(`Sequence 1 of the examples is not sent: history-keys needs ${lack}.`);
    expect(code).toBe(0);
  },
);

test('explore --restart: a command that fails ends it with what the command said, and a partial report', async () => {
  const restart = ['--restart', 'echo no space left >&2; exit 7'];
  const run = await assay(['explore', '--time', '20s', '--out', 'unable', ...restart], { cwd });

  expect(run.stdout).toContain('Command of --restart ended with exit code 7: no space left.');
  expect(run.code).toBe(3);
  expect(await reportIn(join(cwd, 'unable'))).toMatchObject({
    partial: true,
    explore: { endedBy: 'restart-failed' },
  });
});

test('explore --restart: what the command leaves behind ends with Assay', async () => {
  const restart = ['--restart', 'sleep 600 & echo $! >> left.txt'];
  const { code } = await assay(['explore', '--time', '5s', '--out', 'left', ...restart], { cwd });

  expect(code).toBe(0);
  const left = (await readFile(join(cwd, 'left.txt'), 'utf8')).trim().split('\n').map(Number);
  expect(left.length).toBeGreaterThan(0);
  for (const pid of left) await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

test.each([
  [['--restart-ready', 'http://127.0.0.1:1/'], '--restart'],
  [['--replica', 'localhost'], 'Invalid address: "localhost".'],
  [['--replay', 'no-such.jsonl'], 'File of --replay cannot be read: no-such.jsonl.'],
  [['--calls', '3', '--budget', '4 calls'], '--budget'],
  [['--time', 'soon'], '--time'],
])('explore %s: is refused in words', async (words, message) => {
  const { code, stderr } = await assay(['explore', ...words], { cwd });

  expect(code).toBe(3);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});
