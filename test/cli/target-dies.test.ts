import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunReportSchema } from '../../src/report/run-report.ts';
import { assay } from './run-assay.ts';

const REFERENCE = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-dies-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A reference gateway whose streams take a second, in a process that can be killed. */
async function mortal() {
  const child = spawn(process.execPath, [REFERENCE, 'serve', '--tokens', '20', '--itl', '50ms'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    if (/ASSAY_API_KEY_2=\S+\n/.test(text)) break;
  }
  const address = /listening (\S+)/.exec(text)?.[1] ?? '';
  const env = Object.fromEntries(
    [...text.matchAll(/^(ASSAY_API_KEY\w*)=(\S+)$/gm)].map(([, name, key]) => [name, key]),
  );
  return {
    address,
    env,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function reportIn(out: string) {
  return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
}

test.each(['live', 'after'])(
  'load: a target killed in the middle of its answers, judged %s, has stopped answering and broken no rule',
  async (judging) => {
    const out = join(folder, judging);
    const recording = join(folder, `${judging}.rec`);
    const gateway = await mortal();
    let killed = false;
    const load = ['--scenario', 'chat-stream', '--arrival-rate', '40/s', '--duration', '5s'];
    const run = await assay(
      ['load', '--target', gateway.address, ...load].concat([
        '--judge',
        judging,
        '--record',
        recording,
        '--out',
        out,
      ]),
      {
        env: gateway.env,
        onStderr(text) {
          if (killed || !text.includes('Load:')) return;
          killed = true;
          setTimeout(() => void gateway.kill(), 3000);
        },
      },
    );
    await gateway.kill();
    const report = await reportIn(out);
    expect(report.reasons[0]).toBe(`The target stopped answering: ${gateway.address}.`);
    expect(report.load?.violations).toEqual([]);
    expect(report.load?.brokenOff?.exchanges).toBeGreaterThan(5);
    expect(report.slo.map(({ met, reason }) => ({ met, reason }))).toEqual([
      { met: null, reason: 'the target stopped answering' },
    ]);
    expect(report).toMatchObject({ partial: true, outcome: 'inconclusive', exitCode: 2 });
    expect(run.stdout).toContain('Broken off, with nothing sent later answered, and not judged:');
    expect(run.code).toBe(2);

    const again = await assay(['judge', recording, '--out', `${out}-again`]);
    const judged = await reportIn(`${out}-again`);
    expect(judged.load?.brokenOff).toEqual(report.load?.brokenOff);
    expect(judged.load?.violations).toEqual([]);
    expect(again.code).toBe(2);
  },
);
