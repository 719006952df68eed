import { expect, test } from 'vitest';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { goInEngine, runs } from './engine-go.ts';
import { detectRaces, isKnownRaceFree } from './race-detector.ts';

/** With an empty build cache, Go compiles k6 once for each test, with the race detector for minutes. */
const LONGEST_MS = 900_000;

/*
 * Go answers the tests of unchanged packages from its cache of results. That is sound for the script
 * tests too: the path of the engine that they run contains a digest of its sources.
 */

test('engine: its Go tests pass', { timeout: LONGEST_MS }, async ({ skip }) => {
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  // The settings of the engine's own build: both use the same compiled packages.
  const ASSAY_ENGINE = await findEngine({ env: { ...process.env, ASSAY_ENGINE: '' } });
  // `npm run check` vets all of it, which reads each package of k6 too.
  const parameters = ['test', '-trimpath', '-vet=off', './...'];
  const output = await goInEngine(parameters, { CGO_ENABLED: '0', ASSAY_ENGINE });
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok .*scripttest/m);
});

/*
 * The record stands for Go's cache of results, which a new machine does not have: there k6 would be
 * compiled once more. `npm run race` writes it, `npm run test:deep` always runs the detector.
 */
test('engine: its packages have no data race, as recorded for these sources or detected now', {
  timeout: LONGEST_MS,
}, async ({ skip }) => {
  if (await isKnownRaceFree()) return;
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  if (!(await runs('gcc', ['--version']))) skip('The race detector needs a C compiler.');
  const output = await detectRaces();
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok .*gateway/m);
  expect(output).toMatch(/^ok .*tap/m);
});
