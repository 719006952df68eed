import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { postComment, reviewOf } from '../../../src/commands/delivery/review-comment.ts';
import { json } from '../../../src/report/formats/json.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { failingGate, passingGate } from '../../report/sample-report.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';
import { type Comment, commentsApi, jobOf, TOKEN } from '../../system/ci/comments-api.ts';

let folder: string;

beforeEach(async () => {
  folder = await folderOfTest('comment');
});

/** `assay report --comment` of a run, in this job. */
async function comment(report: RunReport | undefined, env: Record<string, string>, name = 'gate') {
  const file = join(folder, 'report.json');
  if (report !== undefined) await writeFile(file, json.render(report));
  return await assay(['report', report === undefined ? folder : file, '--comment', name], { env });
}

const byOthers = (): Comment[] =>
  [1, 2, 3].map((id) => ({ id, body: `Looks good ${id}`, user: { type: 'User' } }));

test.each(['github', 'gitlab'] as const)(
  'comment: on %s the result is added once, and later runs take its place, on any page',
  async (server) => {
    const comments = byOthers();
    const { address, requests } = await commentsApi(server, comments);
    const env = await jobOf(server, address, folder);
    const first = await comment(passingGate(), env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Added the comment in (pull|merge) request 7\.\n$/);
    expect(comments.at(3)?.body).toMatch(/^<!-- assay \w{16} -->\n# ✓ Assay: pass\n/);
    const second = await comment(failingGate(), env);
    expect(second.stdout).toMatch(/^Updated the comment/);
    expect(comments.at(3)?.body).toMatch(/^<!-- assay \w{16} -->\n# ✗ Assay: fail\n/);
    expect(comments.slice(0, 3)).toEqual(byOthers());
    expect(requests.filter((line) => line.startsWith('GET'))).toHaveLength(4);
    await comment(passingGate(), env, 'gate of another job');
    expect(comments.map(({ body }) => /Assay: \w+/.exec(body)?.[0]).slice(3)).toEqual([
      'Assay: fail',
      'Assay: pass',
    ]);
  },
);

test('comment: it has the first screen, a line for each cause and a link to the log, and no more', async () => {
  const comments: Comment[] = [];
  const { address } = await commentsApi('github', comments);
  const reasons = Array.from({ length: 40 }, (_, at) => `Cause ${at} @everyone\n/merge`);
  await comment(
    { ...failingGate(), reasons },
    await jobOf('github', address, folder),
    'gate [x](y)',
  );
  const lines = (comments[0]?.body ?? '').split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => line.startsWith('- Cause'))).toHaveLength(29);
  expect(lines).toContain('- and 11 more: see the HTML report');
  expect(lines.at(-2)).toMatch(/^Seed \d+, repeat with `npx assay gate .*` \(Assay [\d.]+\)\.$/);
  expect(lines.at(-1)).toMatch(
    /^\[Log and reports\]\(https:\/\/github\.test\/o\/r\/actions\/runs\/55\) of gate &#91;x/,
  );
  expect(lines.length).toBeLessThanOrEqual(9 + 29);
  // GitLab runs a line that starts with a slash; both notify who is mentioned.
  expect(comments[0]?.body).not.toMatch(/^\/|@everyone|<details>/m);
});

test('comment: a run that ended without a report takes the place of one that passed', async () => {
  const comments: Comment[] = [];
  const { address } = await commentsApi('gitlab', comments);
  const env = await jobOf('gitlab', address, folder);
  await comment(passingGate(), env, 'gate');
  const run = await assay(['report', join(folder, 'none'), '--comment', 'gate'], { env });
  expect(run.stderr).toMatch(/^Unknown run: /);
  expect(run.code).toBe(0);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('# ! Assay: no result\n');
});

test('comment: a person who copies the mark of the comment does not become its author', async () => {
  const comments: Comment[] = [];
  const { address } = await commentsApi('github', comments);
  const env = await jobOf('github', address, folder);
  await comment(passingGate(), env);
  const [{ body = '' } = {}] = comments;
  comments.splice(0, 1, { id: 1, body, user: { type: 'User' } });
  await comment(failingGate(), env);
  expect(comments.map(({ body: each }) => /Assay: \w+/.exec(each)?.[0])).toEqual([
    'Assay: pass',
    'Assay: fail',
  ]);
});

const MESSAGE = JSON.stringify({ message: `Resource not accessible: ${TOKEN}` });

test.each([
  [
    'no right',
    403,
    MESSAGE,
    /returned 403: "Resource not accessible: .*"\. The step needs GITHUB_TOKEN/,
  ],
  [
    'no such repository',
    404,
    '{}',
    /returned 404\. The step needs GITHUB_TOKEN, and its job "perm/,
  ],
  ['a failure of the server', 500, '<html>', /comments\?per_page=100&page=1 returned 500\.$/m],
  ['a redirect, which may not have the token', 302, '', /returned 302\.$/m],
  ['no list', 200, '{"a":1}', /returned no list of comments\.$/m],
])(
  'comment: with %s the job has a warning, and its exit code stays',
  async (_, status, body, message) => {
    const { address } = await commentsApi('github', [], (_request, response) => {
      response.writeHead(status, { location: '/elsewhere' }).end(body);
      return true;
    });
    const run = await comment(failingGate(), await jobOf('github', address, folder));
    expect(run.stderr).toMatch(message);
    expect(run.stderr).toMatch(/^No comment in pull request 7\. /);
    expect(run.stderr).toMatch(/^::warning title=Assay wrote no comment::No comment in pull/m);
    expect(run.stderr).not.toContain(TOKEN);
    expect(run).toMatchObject({ code: 0, stdout: '' });
  },
);

test('comment: no token and no server are warnings too', async () => {
  const env = await jobOf('gitlab', 'http://127.0.0.1:9', folder);
  const unset = await comment(passingGate(), { ...env, ASSAY_GITLAB_TOKEN: '' });
  expect(unset.stderr).toMatch(/^No comment in merge request 7\. The job needs ASSAY_GITLAB_TOKEN/);
  const gone = await comment(passingGate(), env);
  expect(gone.stderr).toMatch(
    /^No comment in merge request 7\. GET \S+ failed \(ECONNREFUSED\)\.$/m,
  );
  expect([unset.code, gone.code]).toEqual([0, 0]);
});

test('comment: a server that hangs is given up, however many requests it answered before', async () => {
  const { address } = await commentsApi('github', byOthers(), ({ url }) =>
    /page=2/.test(url ?? ''),
  );
  const review = await reviewOf(await jobOf('github', address, folder));
  if (review === undefined) throw new Error('no pull request');
  await expect(postComment(review, 'gate', 'text', 300)).rejects.toThrow(
    /^GET \S+page=2 failed \(no answer in time\)\.$/,
  );
});

test('comment: a job of a push has none, and no request is sent', async () => {
  const { address, requests } = await commentsApi('github', []);
  const env = await jobOf('github', address, folder);
  await writeFile(env.GITHUB_EVENT_PATH ?? '', '{"ref":"refs/heads/main"}');
  const run = await comment(passingGate(), env);
  expect(run).toEqual({
    code: 0,
    stdout: 'No comment: this job belongs to no pull or merge request.\n',
    stderr: '',
  });
  expect(requests).toEqual([]);
});

test('comment: outside of a job it is refused', async () => {
  await expectRefused(
    'report --comment gate',
    /^--comment needs a job of GitHub Actions or GitLab CI/,
  );
});
