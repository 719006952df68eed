import { expect, test } from 'vitest';
import { buildLabel } from '../../../src/commands/options/run-options.ts';

const COMMIT = '3f2a9c01d4e7b6a5f4e3d2c1b0a9f8e7d6c5b4a3';

test.each([
  ['the commit in GitHub Actions', { GITHUB_ACTIONS: 'true', GITHUB_SHA: COMMIT }, '3f2a9c0'],
  ['the commit in GitLab CI', { GITLAB_CI: 'true', CI_COMMIT_SHA: COMMIT }, '3f2a9c0'],
  ['nothing elsewhere', { GITHUB_SHA: COMMIT, CI_COMMIT_SHA: COMMIT }, undefined],
  [
    'nothing for a value that is not a commit',
    { GITLAB_CI: 'true', CI_COMMIT_SHA: 'x' },
    undefined,
  ],
])('build: without --label it is %s', (_what, env, label) => {
  expect(buildLabel(undefined, env)).toBe(label);
});

test('build: --label comes before the commit of a CI job', () => {
  expect(buildLabel('v2', { GITHUB_ACTIONS: 'true', GITHUB_SHA: COMMIT })).toBe('v2');
});
