import { expect, test } from 'vitest';
import { detectRaces } from '../system/engine/race-detector.ts';

test('engine: the race detector finds nothing in its packages', async () => {
  const output = await detectRaces();
  expect(output).not.toContain('FAIL');
  for (const name of ['arrivals', 'framing', 'gateway', 'tap', 'transport', 'upstream']) {
    expect(output).toMatch(new RegExp(`^ok .*engine/${name}\\s`, 'm'));
  }
}, 900_000);
