import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

const page = await read('docs/start/ci.md');
const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
const [github = '', gitlab = ''] = blocks;

test('docs/start/ci.md: a CI server needs about ten lines', () => {
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(block.trimEnd().split('\n').length).toBeLessThanOrEqual(11);
});

test('docs/start/ci.md: the table has every input of the action with its default', async () => {
  const { inputs } = parse(await read('action.yml'));
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(inputs));
  for (const [, name = '', value = ''] of rows) {
    if (value.startsWith('`')) expect(inputs[name].default).toBe(value.replaceAll('`', ''));
    else if (!value.includes(' of ')) expect(inputs[name].default).toBe('');
  }
});

test('docs/start/ci.md: the example for GitHub is a workflow that uses the action', () => {
  const steps = parse(github).jobs.gate.steps;
  expect(steps.at(-1).uses).toMatch(/\/assay@v\d/);
});

test('docs/start/ci.md: the example for GitLab extends the job of the template', async () => {
  const template = parse(await read('templates/gitlab.yml'));
  const { assay } = parse(gitlab);
  expect(template).toHaveProperty([assay.extends]);
  for (const name of Object.keys(assay.variables)) {
    expect(template[assay.extends].variables).toHaveProperty(name);
  }
});
