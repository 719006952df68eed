import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SOURCE = new URL('../../src/input/compile-cache.ts', import.meta.url);
const PRINT = `
  const { compileCacheVariables } = await import(${JSON.stringify(SOURCE)});
  console.log(JSON.stringify(compileCacheVariables()));
`;

function variablesOf(environment: Readonly<Record<string, string>>): unknown {
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
  const options = { env: { ...inherited, ...environment }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--eval', PRINT], options));
}

test('compile cache: a child process uses the one of its parent, where that has one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compile-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(variablesOf({ NODE_COMPILE_CACHE: folder })).toEqual({ NODE_COMPILE_CACHE: folder });
  expect(variablesOf({})).toEqual({});
});
