import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/conformance/expectations.ts';
import { assay } from '../support/assay-in-process.ts';

test('list settings: every setting is there, with type, default, source and the rules that read it', async () => {
  const { code, stdout } = await assay(['list', 'settings', '--json']);
  expect(code).toBe(0);
  const rows: Record<string, string>[] = JSON.parse(stdout);
  expect(rows.map(({ setting }) => setting)).toEqual(Object.keys(SETTINGS));
  expect(rows).toContainEqual({
    setting: 'unauthenticatedStatus',
    default: '[401]',
    type: 'list of integer ≥ 100 ≤ 599',
    rules: expect.stringContaining('auth-missing-401'),
    source: 'RFC 9110 §15.5.2',
  });
  expect(rows.find(({ setting }) => setting === 'keyHeader')?.type).toBe('string or null');
});
