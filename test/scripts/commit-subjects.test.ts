import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { subjectProblems } from '../../scripts/commit-subjects.ts';
import { folderOfTest } from '../support/test-folder.ts';

let root: string;

describe('commit subjects', () => {
  beforeEach(async () => {
    root = await folderOfTest('commits');
  });

  test('a type, a scope or none, and 72 characters are good', async () => {
    const base = repository('The first commit, of no form at all');
    commit('docs: say what the tap carries');
    commit('fix(load,report): count late starts');
    commit(`refactor(load)!: ${'x'.repeat(72 - 17)}`);
    expect(await subjectProblems(root, base)).toEqual([]);
  });

  test('a subject without a type, and one of 73 characters, are named', async () => {
    const base = repository('feat: a first commit');
    commit('Fix the tap');
    commit(`fix: ${'x'.repeat(73 - 5)}`);
    expect(await subjectProblems(root, base)).toEqual([
      expect.stringMatching(/^\w+ "fix: x+" has 73 characters, limit 72$/),
      expect.stringMatching(/^\w+ "Fix the tap" is not of the form "type\(scope\): what"$/),
    ]);
  });

  test('without the base commit, as in a shallow clone, nothing is known', async () => {
    repository('Not checked');
    expect(await subjectProblems(root, 'a8730ee7')).toBeUndefined();
  });

  test('a base commit that HEAD does not descend from is ignored', async () => {
    const base = repository('Not checked');
    git('checkout', '--quiet', '--orphan', 'other');
    commit('Not checked either');
    expect(await subjectProblems(root, base)).toBeUndefined();
  });

  test('outside a repository, as in a tarball, nothing is known', async () => {
    expect(await subjectProblems(root, 'HEAD')).toBeUndefined();
  });
});

/** A repository with one commit, whose hash it returns. */
function repository(subject: string): string {
  git('init', '--quiet');
  commit(subject);
  return git('rev-parse', 'HEAD').trim();
}

function commit(subject: string): void {
  const author = ['-c', 'user.name=Assay', '-c', 'user.email=assay@example.org'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject);
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8' });
}
