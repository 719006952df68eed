import { expect, test } from 'vitest';
import { pageAddress } from '../../src/report/manifest.ts';

const PACKAGE = { name: '@assay/cli', version: '1.2.3' };

test('project address: a page of the repository is linked at the version', () => {
  const repository = { url: 'git+https://host.example/team/assay.git' };
  expect(pageAddress(undefined, undefined, { ...PACKAGE, repository })).toBe(
    'https://host.example/team/assay',
  );
  expect(pageAddress('docs/a.md', 'b', { ...PACKAGE, repository })).toBe(
    'https://host.example/team/assay/blob/v1.2.3/docs/a.md#b',
  );
});

test('project address: without a repository it is the identifier of the package', () => {
  expect(pageAddress(undefined, undefined, PACKAGE)).toBe('pkg:npm/%40assay/cli@1.2.3');
  expect(pageAddress('docs/a.md', 'b', PACKAGE)).toBe('pkg:npm/%40assay/cli@1.2.3#docs/a.md%23b');
});
