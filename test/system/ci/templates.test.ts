import { execFile } from 'node:child_process';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startReference } from '../../support/reference-gateway.ts';
import { testFolder } from '../../support/test-folder.ts';
import { assayTarball, engineTarball } from './assay-tarball.ts';
import { bashStep } from './bash-step.ts';
import { type Comment, commentsApi, jobOf } from './comments-api.ts';

const TEMPLATES = join(import.meta.dirname, '..', '..', '..', 'templates');
const OFFLINE = { npm_config_offline: 'true' };

const RULE = '--rule chat-sync-json';

const folder = await testFolder('templates');
let tarball: string;
let engine: string;
let home: string;

beforeAll(async () => {
  tarball = await assayTarball(folder);
  engine = await engineTarball(folder);
  home = await project();
});

/** The folder of a project that has the tarball as its dependency, for `npm ci`. */
async function project(): Promise<string> {
  const cwd = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(cwd, 'package.json'), '{"private": true}');
  const flags = ['--offline', '--no-audit', '--no-fund', '--package-lock-only', '--save-dev'];
  await promisify(execFile)('npm', ['install', ...flags, tarball], { cwd });
  return cwd;
}

async function gateway() {
  const { address, keys } = await startReference();
  return { address, key: keys.first };
}

const JobSchema = z.object({
  '.assay': z.object({
    variables: z.record(z.string(), z.string()),
    script: z.array(z.string()),
    after_script: z.array(z.string()),
    artifacts: z.object({ paths: z.array(z.string()) }),
  }),
});

test.each([
  ['that package.json names', ''],
  ['in its variable, and another', 'tarball'],
])('gitlab: the lines of the job check a gateway with the package %s', async (_, from) => {
  const { '.assay': job } = JobSchema.parse(
    parse(await readFile(join(TEMPLATES, 'gitlab.yml'), 'utf8')),
  );
  const { address, key } = await gateway();
  const run = await bashStep(job.script.join('\n'), {
    cwd: home,
    env: {
      ...OFFLINE,
      ...job.variables,
      ASSAY_PACKAGE: from === '' ? '' : `${tarball} ${engine}`,
      ASSAY_TARGET: address,
      ASSAY_COMMAND: 'conform',
      ASSAY_ARGUMENTS: RULE,
      ASSAY_API_KEY: key,
    },
  });
  expect(run.stdout, run.stderr).toMatch(/^ PASS {2}conform of /m);
  expect(run.code).toBe(0);
  const [path = ''] = job.artifacts.paths;
  const report = path.replace('$ASSAY_REPORT', job.variables.ASSAY_REPORT ?? '');
  expect((await stat(join(home, report, 'junit.xml'))).isFile()).toBe(true);
});

test('gitlab: after the job, the merge request has its result as a comment, where there is a token', async () => {
  const { '.assay': job } = JobSchema.parse(
    parse(await readFile(join(TEMPLATES, 'gitlab.yml'), 'utf8')),
  );
  const comments: Comment[] = [];
  const { address, requests } = await commentsApi('gitlab', comments);
  const env = { ...OFFLINE, ...job.variables, CI_JOB_NAME: 'gate' };
  const after = (more: Readonly<Record<string, string>>) =>
    bashStep(job.after_script.join('\n'), { cwd: home, env: { ...env, ...more } });
  const { ASSAY_GITLAB_TOKEN = '', ...without } = await jobOf('gitlab', address, home);
  expect(await after(without)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(requests).toEqual([]);
  const run = await after({ ...without, ASSAY_GITLAB_TOKEN });
  expect(run.stdout, run.stderr).toContain('Added the comment in merge request 7.');
  expect(comments[0]?.body).toContain('# ✓ Assay: pass');
});

test('jenkins: the lines of the stage run a gate', async () => {
  const text = await readFile(join(TEMPLATES, 'Jenkinsfile'), 'utf8');
  const lines = [...text.matchAll(/sh(?:\(script:)? '(.*?)'/g)].map(([, line]) => line);
  const script = lines.join(' && ');
  const { address, key } = await gateway();
  const run = await bashStep(
    `${script} --target ${address} ${RULE} --scenario chat --arrival-rate 5/s --duration 1s`,
    {
      cwd: home,
      env: { ...OFFLINE, ASSAY_API_KEY: key },
    },
  );
  expect(run.stdout, run.stderr).toMatch(/^ PASS {2}gate of /m);
  expect((await stat(join(home, 'assay-report', 'junit.xml'))).isFile()).toBe(true);
});
