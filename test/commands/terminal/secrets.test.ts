import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json } from '../../../src/report/formats/json.ts';
import { type BehaviourSheet, SHEET_VERSION } from '../../../src/report/schema/sheet.ts';
import { failingGate } from '../../report/sample-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const KEY = 'assay_live_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const THEIRS = 'theirs_live_9Zy8Xw7Vu6Ts5Rq4Po3Nm2Lk1Ji0Hg';
const env = { ASSAY_API_KEY: KEY, ASSAY_API_KEY_THEIRS: THEIRS };

const folder = await testFolder('secrets');

describe('secrets of the environment', () => {
  test.each([
    ['an unknown rule', ['explain', KEY], 'Unknown rule: [API key 1].'],
    ['an unknown target', ['conform', '--target', KEY], 'Unknown target: [API key 1].'],
    ['an argument of a flag', ['load', '--duration', THEIRS], '[API key 1]'],
    ['a flag', ['gate', `--${KEY}`], "Unknown option '--[API key 1]'"],
  ])('a message that repeats %s shows a marker', async (_, args, message) => {
    const { code, stdout, stderr } = await assay(args, { env });
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toMatch(/0f1e2d3c|9Zy8Xw7V/);
    expect(code).toBe(3);
  });

  test('an earlier report that shows a key is compared without it', async () => {
    const report = json.render(failingGate()).replaceAll('127.0.0.1', `${KEY}.example`);
    const [earlier, sheet, out] = ['report.json', 'behaviour.json', 'out'].map((name) =>
      join(folder, name),
    );
    await writeFile(String(earlier), report);
    await writeFile(String(sheet), escaped(JSON.stringify(sheetShowing(THEIRS))));
    const args = ['compare', `a=${earlier}`, `b=${sheet}`, '--out', String(out)];
    const { code, stdout, stderr } = await assay(args, { env });
    expect(code, stderr).toBe(0);
    const files = await readdir(String(out));
    const written = await Promise.all(files.map((name) => readFile(join(String(out), name))));
    const all = [stdout, stderr, ...written.map(String)];
    expect(files.length).toBeGreaterThan(1);
    for (const text of all) expect(text).not.toMatch(/0f1e2d3c|9Zy8Xw7V/);
    expect(written.join('\n')).toContain('quotes [API key 1]');
  });
});

/** The same JSON with its digits escaped. */
function escaped(text: string): string {
  return text.replaceAll(THEIRS, (key) =>
    key.replaceAll(/\d/g, (digit) => `\\u00${digit.charCodeAt(0).toString(16)}`),
  );
}

function sheetShowing(key: string): BehaviourSheet {
  return {
    sheetVersion: SHEET_VERSION,
    assayVersion: '0.1.0',
    exitCode: 0,
    partial: false,
    reasons: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    seed: 1,
    target: { kind: 'remote', address: 'http://127.0.0.1:8080' },
    profile: 'default',
    behaviours: [
      {
        id: 'unknown-key',
        topic: 'auth',
        question: 'What does the refusal of an unknown key say?',
        silence: 'The words.',
        answer: `it quotes ${key}`,
        evidence: [{ exchange: 1, observed: 'it', summary: `GET /${key}`, excerpt: key }],
      },
    ],
  };
}
