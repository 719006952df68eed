import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { type Comparison, ComparisonSchema } from '../../../src/report/schema/comparison.ts';
import { statedProfile } from '../support/quick-profile.ts';
import { assay, type CommandOptions, type CommandRun } from '../support/run-assay.ts';

const FAULTS = ['idem-no-replay', 'cs-buffer-all'];
const NOT_LISTENING = 'http://127.0.0.1:9';

let folder: string;
/** The folder of an earlier run, which has a behaviour sheet. */
let before: string;
/** The flags of a profile of few rules. */
let stated: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
  stated = ['--profile', await statedProfile(folder)];
  before = join(folder, 'before');
  await assay(['describe', '--out', before]);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('assay compare: the clean reference gateway and one with two faults', () => {
  let run: CommandRun;
  let comparison: Comparison;
  let out: string;

  beforeAll(async () => {
    const clean = createReferenceServer({});
    const broken = createReferenceServer({ faults: FAULTS });
    const addresses = [await clean.listen(), await broken.listen()].map(({ address }) => address);
    out = join(folder, 'faults');
    try {
      const env = {
        ASSAY_API_KEY: clean.keys[0],
        ASSAY_API_KEY_2: clean.keys[1],
        ASSAY_API_KEY_BROKEN: broken.keys[0],
        ASSAY_API_KEY_BROKEN_2: broken.keys[1],
      };
      const things = [`clean=${addresses[0]}`, `broken=${addresses[1]}`];
      const profile = await statedProfile(folder, ['idempotency', 'chat-stream']);
      run = await assay(['compare', ...things, '--profile', profile, '--out', out], { env });
    } finally {
      await clean.close(0);
      await broken.close(0);
    }
    comparison = await comparisonIn(out);
  });

  test('assay compare: a complete comparison has exit code 0, whatever differs', () => {
    expect(run.code).toBe(0);
    expect(comparison.subjects.map(({ label, conformant }) => [label, conformant])).toEqual([
      ['clean', true],
      ['broken', false],
    ]);
  });

  test('assay compare: the rules of both faults are among the differences, which come first', () => {
    const differing = comparison.rules.filter(({ standing }) => standing === 'differs');
    expect(comparison.rules.slice(0, differing.length)).toEqual(differing);
    const ids = differing.map(({ id }) => id);
    expect(ids).toContain('idempotency-replay');
    expect(ids).toContain('chat-stream-incremental');
    expect(ids.every((id) => /^(?:idempotency-|chat-stream-)/.test(id))).toBe(true);
  });

  test('assay compare: the differing behaviours come first, and no others differ', () => {
    const rows = comparison.behaviours.filter(({ standing }) => standing === 'differs');
    expect(comparison.behaviours.slice(0, rows.length)).toEqual(rows);
    expect(rows.map(({ id, cells }) => [id, ...cells.map(({ answer }) => answer)])).toEqual([
      ['repeated-key', 'all: 200, the first result again', 'all: 200, a new result'],
      ['repeated-key-stream', 'all: 200, the first result again', 'all: 200, a new result'],
      ['chat-stream-pace', 'one by one', 'in one burst at the end'],
    ]);
  });

  test('assay compare: text, Markdown and page start with the differences', async () => {
    expect(run.stdout).toMatch(/^\d+ of \d+ rules and 3 of \d+ behaviours differ\.\n/);
    expect(run.stdout).toMatch(/ {2}clean {3}✓ pass\n {2}broken {2}✗ fail\b/);
    const page = await readFile(join(out, 'compare.html'), 'utf8');
    const markdown = await readFile(join(out, 'compare.md'), 'utf8');
    for (const text of [page, markdown]) {
      const firstSame = text.indexOf('chat-stream-done-once-last');
      expect(text.indexOf('idempotency-replay')).toBeGreaterThan(0);
      expect(text.indexOf('idempotency-replay')).toBeLessThan(firstSame);
      expect(text.indexOf('chat-stream-incremental')).toBeLessThan(firstSame);
      expect(text.indexOf('in one burst at the end')).toBeLessThan(firstSame);
    }
    expect(page).not.toMatch(/<(?:script|link|img)|https?:\/\/(?!127)/);
  });

  test('assay compare: its output contains no API key', async () => {
    for (const file of ['compare.html', 'compare.md', 'compare.json']) {
      expect(await readFile(join(out, file), 'utf8')).not.toMatch(/_live_[0-9a-f]{32}/);
    }
  });
});

test.concurrent('assay compare: earlier runs are read, and nothing is sent', async () => {
  const out = join(folder, 'recorded');
  const things = [before, `after=${join(before, 'behaviour.json')}`];
  const run = await assay(['compare', ...things, '--out', out]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^0 of 0 rules and 0 of \d+ behaviours differ\./);
  const comparison = await comparisonIn(out);
  expect(comparison.subjects.map(({ label, source, reasons }) => [label, source, reasons])).toEqual(
    ['before', 'after'].map((label) => [
      label,
      'recorded',
      ['No run report: run `assay conform` for this target to compare rules.'],
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
      /^theirs: Target refused .+: http:\/\/127\.0\.0\.1:9 .+\nlast: Target refused .+\nComparing: embedded\n/,
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

  test.each([
    ['judged', 'Conformance:', { conformant: false }],
    ['described', 'Behaviour:', { conformant: true }],
  ])(
    'assay compare: partial results of a target that ends while it is %s are reported',
    async (what, line, shown) => {
      const out = join(folder, `ends ${what}`);
      const server = createReferenceServer({});
      const { address } = await server.listen();
      let closing: Promise<void> | undefined;
      const run = await assay(['compare', before, `ours=${address}`, ...stated, '--out', out], {
        env: { ASSAY_API_KEY: server.keys[0], ASSAY_API_KEY_2: server.keys[1] },
        onStderr: (text) => {
          if (text.includes(line)) closing ??= server.close(0);
        },
      });
      await closing;
      expect(run.code).toBe(2);
      expect(run.stdout).toContain('Incomplete: partial results of ours.');
      const comparison = await comparisonIn(out);
      expect(comparison).toMatchObject({ partial: true, exitCode: 2 });
      const ours = subjectOf(comparison, 'ours');
      expect(ours).toMatchObject({ ...shown, partial: true });
      expect(ours?.reasons[0]).toContain(`The target no longer responds: ${address}.`);
      expect(ours?.reasons[0]).toMatch(
        /Check its logs for that moment, restart it, and repeat the comparison\.$/,
      );
    },
  );

  test('assay compare: an unresponsive target is reported after its deadline', async () => {
    const out = join(folder, 'silent');
    const sockets = new Set<{ destroy(): void }>();
    const server = createServer((socket) => sockets.add(socket));
    const address = await listening(server);
    const run = await assay(['compare', before, `ours=${address}`, '--out', out], {
      env: { ASSAY_API_KEY: 'a_live_0123456789' },
    });
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(run.code).toBe(2);
    const { subjects } = await comparisonIn(out);
    expect(subjects[1]?.reasons[0]).toMatch(
      /^Target is unresponsive: no response within 10 s: http:/,
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
  test.each([
    ['the first is judged', 'Conformance:', false],
    ['the first is described', 'Behaviour:', true],
  ])(
    'assay compare: interrupted while %s, it reports partial results and leaves no gateway',
    async (when, line, conformant) => {
      const out = join(folder, `while ${when}`);
      const args = ['compare', 'one=embedded', 'two=embedded', ...stated, '--out', out];
      const { run, starts, left } = await counted(args, (text, signal) => {
        if (text.includes(line) && !text.includes('Interrupted')) signal('SIGINT');
      });
      expect(run.code).toBe(130);
      expect(run.stdout).toContain('Incomplete: partial results of one; no results of two.\n');
      const comparison = await comparisonIn(out);
      expect(comparison).toMatchObject({ partial: true, exitCode: 130 });
      expect(comparison.subjects.map((subject) => subject.conformant)).toEqual([conformant, null]);
      expect(comparison.subjects.map(({ reasons }) => reasons[0])).toEqual([
        'The comparison was interrupted while this one was assessed. Repeat it.',
        'The comparison was interrupted before this one was assessed. Repeat it.',
      ]);
      // One gateway for each, although both are the same target.
      expect(starts).toHaveLength(2);
      expect(left).toEqual([]);
    },
  );

  test('assay compare: interrupted while the last is judged, it still compares the others', async () => {
    const out = join(folder, 'while the last is judged');
    const things = [before, `again=${before}`, 'last=embedded'];
    const { run, left } = await counted(['compare', ...things, '--out', out], (text, signal) => {
      if (text.includes('Conformance:') && !text.includes('Interrupted')) signal('SIGINT');
    });
    expect(run.code).toBe(130);
    expect(run.stdout).toMatch(/^0 of .+ differ\.\nIncomplete: partial results of last\.\n/);
    expect(subjectOf(await comparisonIn(out), 'last')?.reasons).toContain('The run was cut short.');
    expect(left).toEqual([]);
  });

  test('assay compare: an interruption before any judging gives no report', async () => {
    const out = join(folder, 'at once');
    const sockets = new Set<{ destroy(): void }>();
    const server = createServer((socket) => sockets.add(socket));
    const address = await listening(server);
    const things = [`dead=${NOT_LISTENING}`, `silent=${address}`, 'embedded'];
    const { run, left } = await counted(['compare', ...things, '--out', out], (text, signal) => {
      if (text.includes('dead: ') && !text.includes('Interrupted')) signal('SIGINT');
    });
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(run.code).toBe(130);
    expect(run.stderr).toMatch(/No report: nothing was judged yet\.\n$/);
    expect(await readdir(out)).toEqual([]);
    expect(left).toEqual([]);
  });
});

describe.concurrent('assay compare: keys', () => {
  test.each([
    [
      'the one for this target',
      { ASSAY_API_KEY_THEIRS: 'no_live_key_of_this_one' },
      'Check ASSAY_API_KEY_THEIRS.',
    ],
    [
      'the one for all targets',
      { ASSAY_API_KEY: 'no_live_key_of_this_one' },
      'Check ASSAY_API_KEY, or set ASSAY_API_KEY_THEIRS for this target only.',
    ],
  ])(
    'assay compare: a refused key (%s) is reported before anything is judged',
    async (_, env, remedy) => {
      const server = createReferenceServer({});
      const { address } = await server.listen();
      const things = ['embedded', `theirs=${address}`];
      const { run, left } = await counted(['compare', ...things], undefined, env);
      await server.close(0);
      const sentence = `Target refused the API key: ${address} returned 401. ${remedy}\n`;
      expect(run.stderr.slice(0, sentence.length)).toBe(sentence);
      expect(run.code).toBe(3);
      expect(left).toEqual([]);
    },
  );
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
  return { run, starts, left: starts.filter(isRunning) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
}

function subjectOf({ subjects }: Comparison, label: string) {
  return subjects.find((subject) => subject.label === label);
}

async function comparisonIn(out: string): Promise<Comparison> {
  return ComparisonSchema.parse(JSON.parse(await readFile(join(out, 'compare.json'), 'utf8')));
}
