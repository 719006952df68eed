import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { OPERATION_NAMES } from '../../src/contract/operations.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const IMAGES = join(ROOT, 'docs', 'images');

const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
const manifest = z
  .object({ license: z.string(), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));

test('README: what its first line claims is true', () => {
  const claims = /^`.*`$/m.exec(readme)?.[0].slice(1, -1).split('` `') ?? [];
  expect(claims.slice(0, 4)).toEqual([
    manifest.license,
    `Node ${manifest.engines.node.replace('>=', '')}`,
    'a planted fault for each rule',
    `${OPERATION_NAMES.length} operations`,
  ]);
  expect(CATALOGUE.filter(({ rule }) => rule.provenBy === '')).toEqual([]);
});

test('README: each picture is one of the pages, described, and small', async () => {
  const shown = [...readme.matchAll(/!\[([^\]]+)\]\(docs\/images\/([\w-]+\.png)\)/g)];
  expect(shown.length).toBeGreaterThanOrEqual(3);
  for (const [, description = ''] of shown) expect(description.length).toBeGreaterThan(30);
  for (const image of await readdir(IMAGES)) {
    expect(readme, image).toContain(`docs/images/${image}`);
    const { size } = await stat(join(IMAGES, image));
    expect(size, image).toBeLessThanOrEqual(200_000);
  }
});
