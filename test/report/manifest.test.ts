import { expect, test } from 'vitest';
import { pageAddress, projectAddress } from '../../src/report/manifest.ts';

const PACKAGE = { name: 'assay', version: '1.2.3' };

test.each([
  'https://host.example/team/assay',
  'git+https://host.example/team/assay.git',
  { url: 'git+https://host.example/team/assay.git#main' },
])('project address: a page of the repository %j is linked at the version', (repository) => {
  expect(pageAddress({ ...PACKAGE, repository }, 'docs/a.md')).toBe(
    'https://host.example/team/assay/blob/v1.2.3/docs/a.md',
  );
});

test('project address: a short form of npm names a repository on GitHub', () => {
  expect(projectAddress({ ...PACKAGE, repository: 'team/assay' })).toBe(
    'https://github.com/team/assay',
  );
});

test('project address: without a repository it is the identifier of the package', () => {
  expect(pageAddress(PACKAGE, 'docs/a.md')).toBe('pkg:npm/assay@1.2.3#docs/a.md');
});
