import { expect, test } from 'vitest';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { goInEngine, runs } from './engine-go.ts';

/*
 * Go answers the tests of unchanged packages from its cache of results. That is sound for the script
 * tests too: the path of the engine that they run contains a digest of its sources.
 */

test('engine: its Go tests pass', async ({ skip }) => {
  if (!(await runs('go', ['version']))) skip('No go command was found.');
  // The settings of the engine's own build: both use the same compiled packages.
  const ASSAY_ENGINE = await findEngine({ env: { ...process.env, ASSAY_ENGINE: '' } });
  // `npm run check` vets all of it, which reads each package of k6 too.
  const parameters = ['test', '-trimpath', '-vet=off', './...'];
  const output = await goInEngine(parameters, { CGO_ENABLED: '0', ASSAY_ENGINE });
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/^ok .*scripttest/m);
});
