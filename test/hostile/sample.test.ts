import { describe, expect, test } from 'vitest';
import { KINDS } from '../../reference-server/hostile/behaviours/index.ts';
import { COMMANDS, SAMPLE } from './run-all.ts';

describe.each(Object.entries(KINDS))('hostile sample: %s', (_kind, behaviours) => {
  test.each(COMMANDS)('hostile sample: the kind is in it with %s', (command) => {
    const chosen = SAMPLE.filter(([name, each]) => each === command && name in behaviours);
    expect(chosen).not.toEqual([]);
  });
});
