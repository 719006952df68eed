import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverFiles } from '../../../src/commands/delivery/deliver.ts';
import { writeTo } from '../../../src/commands/terminal/output.ts';
import { Text } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';

let folder: string;
let stdout: Text;
let stderr: Text;

beforeEach(async () => {
  folder = await folderOfTest('deliver');
  stdout = new Text();
  stderr = new Text();
  writeTo({ stdout, stderr });
});

afterEach(async () => {
  writeTo(process);
});

type Code = 0 | 1 | 2 | 3 | 130;

function deliver(
  exitCode: Code,
  out = folder,
  render = () => 'the report',
  json?: true,
): Promise<number> {
  const delivery = {
    result: { exitCode },
    run: { startedAt: '', command: '' },
    text: () => 'the verdict\n',
    formats: {
      json: { file: 'report.json', render: () => '{}' },
      markdown: { file: 'report.md', render: () => '' },
      text: { file: 'report.txt', render },
    },
  };
  return deliverFiles(delivery, { out, ...(json && { json }) });
}

test('deliver: the verdict is printed, then the file to read, and the files are written', async () => {
  expect(await deliver(0)).toBe(0);
  expect(stdout.text).toBe(`the verdict\n  report      ${folder}/report.md\n`);
  expect(await readFile(join(folder, 'report.txt'), 'utf8')).toBe('the report');
});

test('deliver: the verdict is printed before a file is written', async () => {
  let printedBefore = '';
  const render = () => {
    printedBefore = stdout.text;
    return '';
  };
  await deliver(0, folder, render, true);
  expect(printedBefore).toBe('{}');
});

/** Ways in which a file cannot be written; each returns the folder to name. */
const OBSTACLES: Readonly<Record<string, () => Promise<string>>> = {
  ENOTDIR: async () => {
    await writeFile(join(folder, 'taken'), '');
    return join(folder, 'taken', 'below');
  },
  EISDIR: async () => {
    await mkdir(join(folder, 'report.txt'));
    return folder;
  },
};

const CODES: readonly (readonly [verdict: Code, after: Code])[] = [
  [0, 3],
  [1, 1],
  [2, 3],
  [3, 3],
  [130, 130],
];
const CASES = Object.keys(OBSTACLES).flatMap((code) =>
  CODES.map(([verdict, after]) => [code, verdict, after] as const),
);

test.each(CASES)('deliver: with %s, exit code %i becomes %i', async (code, verdict, after) => {
  const out = (await OBSTACLES[code]?.()) ?? '';
  expect(await deliver(verdict, out)).toBe(after);
  expect(stdout.text).toBe('the verdict\n');
  expect(stderr.text).toMatch(
    new RegExp(
      `^Cannot write the report: \\S+ \\(${code}\\)\\. .*The result above is complete; its exit code is ${verdict}\\.\\n$`,
    ),
  );
});

test('deliver: the verdict is printed although a format fails', async () => {
  const code = await deliver(1, folder, () => {
    throw new RangeError('Invalid string length');
  });
  expect(code).toBe(1);
  expect(stderr.text).toMatch(/^Internal error \(RangeError: Invalid string length\)/);
});
