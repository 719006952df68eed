import { expect, test } from 'vitest';
import { KINDS } from '../../reference-server/hostile/behaviours/index.ts';
import { COMMANDS, SAMPLE } from './run-all.ts';

test.each(Object.entries(KINDS))(
  'hostile sample: a behaviour of %s is in it',
  (_kind, behaviours) => {
    expect(SAMPLE.filter(([name]) => name in behaviours)).toHaveLength(1);
  },
);

test.each(COMMANDS)('hostile sample: half of the kinds are tried with %s', (command) => {
  const half = Math.floor(Object.keys(KINDS).length / 2);
  expect(SAMPLE.filter(([, each]) => each === command).length).toBeGreaterThanOrEqual(half);
});
