import { expect, test } from 'vitest';
import { targetGoneDuring } from '../../../src/commands/target/target-gone.ts';

test.each([
  [['slow'], 'It stopped during the probe slow.'],
  [['slow', 'large'], 'It stopped during one of the probes slow, large.'],
])('target: one that no longer responds is reported with the probes %j', (probes, sentence) => {
  expect(targetGoneDuring('http://127.0.0.1:1', probes)).toBe(
    `The target no longer responds: http://127.0.0.1:1. ${sentence}`,
  );
});
