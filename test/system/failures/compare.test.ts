import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { Comparison } from '../../../src/report/schema/comparison.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { comparisonIn, testFolder } from '../../support/test-folder.ts';
import { isAlive } from '../support/child-processes.ts';
import { statedProfile } from '../support/quick-profile.ts';
import { assay, type CommandOptions } from '../support/run-assay.ts';

const NOT_LISTENING = 'http://127.0.0.1:9';

const folder = await testFolder('compare');
/** The folder of an earlier run, which has a behaviour sheet. */
let before: string;
/** The flags of a profile of few rules. */
let stated: readonly string[];

beforeAll(async () => {
  stated = ['--profile', await statedProfile(folder)];
  before = join(folder, 'before');
  await assay(['describe', '--out', before]);
});

test.concurrent('assay compare: earlier runs are read, and nothing is sent', async () => {
  const out = join(folder, 'recorded');
  const things = [before, `after=${join(before, 'behaviour.json')}`];
  const run = await assay(['compare', ...things, '--out', out]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^No behaviour differs\.\n/);
  const comparison = await comparisonIn(out);
  expect(comparison.subjects.map(({ label, source, reasons }) => [label, source, reasons])).toEqual(
    ['before', 'after'].map((label) => [
      label,
      'recorded',
      ['No run report: run assay conform for this target to compare rules.'],
    ]),
  );
});

describe.concurrent('assay compare: gateways that end or were never there', () => {
  test('assay compare: unreachable targets are reported with a remedy, and the one between them is opened once and assessed', async () => {
    const out = join(folder, 'dead');
    const things = [`theirs=${NOT_LISTENING}`, 'embedded', `last=${NOT_LISTENING}`];
    const args = ['compare', ...things, ...stated, '--out', out];
    const { run, starts, left } = await counted(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /^theirs: Target refused .+: http:\/\/127\.0\.0\.1:9 .+\nPlan: .+\nlast: Target refused .+\nComparing: embedded\n/,
    );
    expect(run.stdout).toMatch(
      /^Nothing could be compared\.\nIncomplete: no results of theirs, last\.\n/,
    );
    const comparison = await comparisonIn(out);
    expect(comparison).toMatchObject({ partial: true, exitCode: 2 });
    expect(subjectOf(comparison, 'embedded')).toMatchObject({ conformant: true, partial: false });
    for (const label of ['theirs', 'last']) {
      expect(subjectOf(comparison, label)).toMatchObject({
        address: NOT_LISTENING,
        partial: true,
        startedAt: null,
        conformant: null,
        reasons: [
          'Target refused the connection: http://127.0.0.1:9 (ECONNREFUSED). Check that it is running.',
          'Repeat the comparison when the target responds.',
        ],
      });
    }
    expect(comparison.rules.every(({ standing }) => standing === 'unsettled')).toBe(true);
    expect(starts).toHaveLength(1);
    expect(left).toEqual([]);
  });

  test('assay compare: partial results of a target that ends while it is described are reported', async (context) => {
    const out = join(folder, 'ends');
    const { address, env, stop } = await startReference({}, context);
    const run = await assay(['compare', before, `ours=${address}`, ...stated, '--out', out], {
      env,
      onStderr: (text) => {
        if (text.includes('Behaviour:')) void stop();
      },
    });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('Incomplete: partial results of ours.');
    const comparison = await comparisonIn(out);
    expect(comparison).toMatchObject({ partial: true, exitCode: 2 });
    const ours = subjectOf(comparison, 'ours');
    expect(ours).toMatchObject({ conformant: true, partial: true });
    expect(ours?.reasons[0]).toContain(`The target no longer responds: ${address}.`);
    expect(ours?.reasons[0]).toMatch(
      /Check its logs for that moment, restart it, and repeat the comparison\.$/,
    );
  });

  test('assay compare: each unreachable target is reported on stderr, and there is no report', async () => {
    const out = join(folder, 'all dead');
    const run = await assay(['compare', `a=${NOT_LISTENING}`, `b=${NOT_LISTENING}`, '--out', out], {
      env: { ASSAY_API_KEY: 'a_live_0123456789' },
    });
    expect(run.code).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(
      /^a: Target refused .+\nb: Target refused .+\nNo report: nothing was judged yet\.\n$/,
    );
    expect(await readdir(out)).toEqual([]);
  });
});

describe.concurrent('assay compare: interrupted', () => {
  test('assay compare: interrupted while the first is judged, it reports partial results and leaves no gateway', async () => {
    const out = join(folder, 'while the first is judged');
    const args = ['compare', 'one=embedded', 'two=embedded', ...stated, '--out', out];
    const { run, starts, left } = await counted(args, (text, signal) => {
      if (text.includes('Conformance:') && !text.includes('Interrupted')) signal('SIGINT');
    });
    expect(run.code).toBe(130);
    expect(run.stdout).toContain('Incomplete: partial results of one; no results of two.\n');
    const comparison = await comparisonIn(out);
    expect(comparison).toMatchObject({ partial: true, exitCode: 130 });
    expect(comparison.subjects.map((subject) => subject.conformant)).toEqual([false, null]);
    expect(comparison.subjects.map(({ reasons }) => reasons[0])).toEqual([
      'The comparison was interrupted while this one was assessed. Repeat it.',
      'The comparison was interrupted before this one was assessed. Repeat it.',
    ]);
    // One gateway for each, although both are the same target.
    expect(starts).toHaveLength(2);
    expect(left).toEqual([]);
  });

  test('assay compare: interrupted while the last is judged, it still compares the others', async () => {
    const out = join(folder, 'while the last is judged');
    const things = [before, `again=${before}`, 'last=embedded'];
    const { run, left } = await counted(['compare', ...things, '--out', out], (text, signal) => {
      if (text.includes('Conformance:') && !text.includes('Interrupted')) signal('SIGINT');
    });
    expect(run.code).toBe(130);
    expect(run.stdout).toMatch(
      /^No rule and no behaviour differs\.\nIncomplete: partial results of last\.\n/,
    );
    expect(subjectOf(await comparisonIn(out), 'last')?.reasons).toContain('The run was cut short.');
    expect(left).toEqual([]);
  });

  test('assay compare: an interruption before any judging gives no report', async (context) => {
    const out = join(folder, 'at once');
    const { origin } = await serveInTest(() => {}, context);
    const things = [`dead=${NOT_LISTENING}`, `silent=${origin}`, 'embedded'];
    const { run, left } = await counted(['compare', ...things, '--out', out], (text, signal) => {
      if (text.includes('dead: ') && !text.includes('Interrupted')) signal('SIGINT');
    });
    expect(run.code).toBe(130);
    expect(run.stderr).toMatch(/No report: nothing was judged yet\.\n$/);
    expect(await readdir(out)).toEqual([]);
    expect(left).toEqual([]);
  });
});

test.concurrent('assay compare: a refused key is reported before anything is judged', async () => {
  const server = createReferenceServer({});
  const { address } = await server.listen();
  const things = ['embedded', `theirs=${address}`];
  const key = { ASSAY_API_KEY_THEIRS: 'no_live_key_of_this_one' };
  const { run, left } = await counted(['compare', ...things], undefined, key);
  await server.close(0);
  const sentence = `Target refused the API key: ${address} returned 401. Check ASSAY_API_KEY_THEIRS.\n`;
  expect(run.stderr).toContain(sentence);
  expect(run.stderr).not.toContain('Conformance:');
  expect(run.code).toBe(3);
  expect(left).toEqual([]);
});

/** Runs a command and says which embedded gateways it started, and which it left behind. */
async function counted(
  args: readonly string[],
  onStderr?: CommandOptions['onStderr'],
  env: Readonly<Record<string, string>> = { ASSAY_API_KEY: 'a_live_0123456789' },
) {
  const list = join(await mkdtemp(join(folder, 'starts-')), 'list.txt');
  const count = `if (/main\\.js$/.test(process.argv[1]))
    require('node:fs').appendFileSync(process.env.STARTS, process.pid + '\\n');`;
  await writeFile(list, '');
  await writeFile(`${list}.cjs`, count);
  const run = await assay(args, {
    env: { ...env, STARTS: list, NODE_OPTIONS: `--require ${list}.cjs` },
    ...(onStderr && { onStderr }),
  });
  const starts = (await readFile(list, 'utf8')).trim().split('\n').filter(Boolean).map(Number);
  return { run, starts, left: starts.filter(isAlive) };
}

function subjectOf({ subjects }: Comparison, label: string) {
  return subjects.find((subject) => subject.label === label);
}
