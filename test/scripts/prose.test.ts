import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GENERATED, isIn, LINTED, lintText, ROWS } from '../../scripts/prose.ts';
import { folderOfTest } from '../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** `line:column id` of each finding. */
function found(path: string, text: string): string[] {
  return lintText(path, text).map(({ line, column, id }) => `${line}:${column} ${id}`);
}

describe('the table of wordings', () => {
  test.each(ROWS.map((row) => [row.id, row] as const))(
    '%s: the example is found, the better sentence is not',
    async (id, { example, better }) => {
      const wrong = lintText('README.md', example);
      expect(wrong.map((finding) => finding.id)).toContain(id);
      expect(lintText('README.md', better)).toEqual([]);
    },
  );

  test('a prompt may begin with "Tell me"', async () => {
    expect(lintText('test/a.ts', "send('Tell me more.');")).toEqual([]);
  });

  test('each row has its own id', () => {
    const ids = ROWS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe('a page', () => {
  test('paragraphs, headers, list items and table cells are checked', async () => {
    const page = '# Out of breath\n\nIt was told.\n\n- a knob\n\n| a |\n|---|\n| a knob |\n';
    expect(found('README.md', page)).toEqual([
      '1:3 out-of-breath',
      '3:8 told',
      '5:5 knob',
      '9:5 knob',
    ]);
  });

  test('a wording across the end of a line is found', async () => {
    expect(found('README.md', 'The generator was out\nof breath.')).toEqual(['1:19 out-of-breath']);
  });

  test('code and addresses are not checked', async () => {
    const page = 'The member `knob`, [here](told.md).\n\n```yaml\nknob: told\n```\n';
    expect(found('README.md', page)).toEqual([]);
  });

  test('a line that begins with code begins neither a heading nor a sentence', () => {
    const page = 'The `a` was out\n`of` breath, out of\n`b` of breath, out\nof breath.\n';
    expect(found('README.md', page)).toEqual(['3:16 out-of-breath']);
    expect(found('README.md', '`a` of four.\n')).toEqual([]);
  });

  test('a page for maintainers may say exchange, a page for users may not', async () => {
    expect(found('docs/contributing/tap.md', 'One exchange.')).toEqual([]);
    expect(found('docs/reference/metrics.md', 'One exchange.')).toEqual(['1:5 exchange']);
  });
});

describe('a source file', () => {
  test('comments and strings of several words are checked, identifiers and single words are not', async () => {
    const source = [
      '/**',
      ' * Nobody waits.',
      ' * Of the others `nobody` does.',
      ' */',
      "const told = 'knob';",
      '// It is told',
      '// by itself.',
      "fail('the knob', `${told} asked for ${told} and told`);",
    ].join('\n');
    expect(found('src/a.ts', source)).toEqual([
      '2:4 whoever',
      '3:4 fronted-of',
      '6:10 told',
      '7:4 by-itself',
      '8:11 knob',
      '8:27 asked',
      '8:49 told',
    ]);
  });

  test('a string may not say exchange, a comment may', async () => {
    const source = "// One exchange.\nfail('one exchange');";
    expect(found('src/a.ts', source)).toEqual(['2:11 exchange']);
  });

  test('Go: comments and strings are checked, verbs are not', async () => {
    const source = '// Told first.\nvar told = fmt.Sprintf("the knob %d", told)\n';
    expect(found('engine/a.go', source)).toEqual(['1:4 told', '2:29 knob']);
  });

  test('YAML: comments and texts are checked, quotations are not', async () => {
    const source = '# Told first.\nknob: told\nquote: He was told.\nreason: It was told.\n';
    expect(found('docs/a.yaml', source)).toEqual(['1:3 told', '4:16 told']);
  });
});

describe('an allowance', () => {
  test('it allows its wording on its line and on the next', async () => {
    const source = '// prose-ok(told): quoted from RFC 9110\n// He was told.\n// She was told.\n';
    expect(found('src/a.ts', source)).toEqual(['3:12 told']);
    const page = 'He was told. <!-- prose-ok(told): quoted from RFC 9110 -->\n';
    expect(found('README.md', page)).toEqual([]);
  });

  test('one that allows nothing, or has no reason, is found', async () => {
    expect(lintText('src/a.ts', '// prose-ok(told): it is a quotation\n')).toMatchObject([
      { id: 'prose-ok', say: 'allows nothing here: remove it' },
    ]);
    expect(lintText('src/a.ts', '// prose-ok(told)\n')).toMatchObject([
      { id: 'prose-ok', say: 'gives no reason' },
    ]);
  });
});

describe('what is linted', () => {
  test('every place that is exempt exists and is linted otherwise', () => {
    expect(GENERATED.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
    expect(GENERATED.filter((place) => !LINTED.some((linted) => isIn(place, linted)))).toEqual([]);
  });
});

test('npm run prose: a wrong wording in a page, a string or a comment is shown with its place and the right words', async () => {
  const folder = await folderOfTest('prose');
  await writeFile(join(folder, 'page.md'), 'All is well.\n\nNobody waits.\n');
  await writeFile(join(folder, 'source.ts'), "// Nobody waits.\nfail('the knob');\n");

  const { code, stdout } = await prose([folder]);
  expect(stdout).toMatch(/page\.md:3:1 "Nobody" \(whoever\): name the subject/);
  expect(stdout).toMatch(/source\.ts:1:4 "Nobody" \(whoever\)/);
  expect(stdout).toMatch(/source\.ts:2:11 "knob" \(knob\): setting/);
  expect(stdout).toContain('3 wrong wordings.');
  expect(code).toBe(1);
});

function prose(places: readonly string[]): Promise<{ code: unknown; stdout: string }> {
  const script = join(ROOT, 'scripts', 'prose.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...places], (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
}
