import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The subject of each commit since `SINCE` has the form `type(scope): what` and fits on a line. */

/** The commit after which subjects are checked. */
const SINCE = 'a8730ee7';
const LONGEST = 72;
const FORM = /^[a-z]+(?:\([a-z0-9,-]+\))?!?: \S/;

const run = promisify(execFile);

/** What is wrong, a line for each; undefined when `since` is not in the history of HEAD. */
export async function subjectProblems(root: string, since: string): Promise<string[] | undefined> {
  const isAncestor = ['merge-base', '--is-ancestor', since, 'HEAD'];
  const range = ['log', '--no-merges', '--format=%h %s', `${since}..HEAD`];
  const history = await run('git', isAncestor, { cwd: root })
    .then(() => run('git', range, { cwd: root }))
    .catch(() => undefined);
  if (history === undefined) return undefined;
  const commits = history.stdout.split('\n').filter((line) => line !== '');
  return commits.flatMap((line) => {
    const [hash = ''] = line.split(' ', 1);
    const subject = line.slice(hash.length + 1);
    const problems = [
      ...(FORM.test(subject) ? [] : ['is not of the form "type(scope): what"']),
      ...(subject.length > LONGEST ? [`has ${subject.length} characters, limit ${LONGEST}`] : []),
    ];
    return problems.map((problem) => `${hash} "${subject}" ${problem}`);
  });
}

if (import.meta.main) {
  // CI tests a snapshot, which may be one commit made of many: their authors have checked them.
  const isSnapshot = process.env.CI !== undefined;
  const problems = isSnapshot ? [] : await subjectProblems(join(import.meta.dirname, '..'), SINCE);
  if (problems === undefined) {
    console.log(`not checked: git does not know the commits since ${SINCE} here`);
  } else {
    for (const problem of problems) console.log(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
}
