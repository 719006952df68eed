import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceTree } from './support/architecture/source-tree.ts';

const ROOT = join(import.meta.dirname, '..');
const VALUES = /^import (?!type\b).* from 'node:(?:http|https|tls)';$|\bfetch\(/m;

test('start: no source loads fetch or TLS before it is needed', async () => {
  const files = await readSourceTree(ROOT, ['src', 'reference-server']);
  const slow = files.filter(({ text }) =>
    VALUES.test(text.replace(/^import \{\n[^}]*\}/gm, 'import {}')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(slow.map(({ path }) => path)).toEqual([]);
});
