import { expect, test } from 'vitest';
import { sizeGateways } from '../../../src/measure/capacity/sizing.ts';

const KNEE = { arrivalRate: 40, low: 38, high: 41, level: 0.95 };

test('plan: 500/s with 30 % headroom and a knee at 40/s needs 18 gateways, 18 to 19 over its interval', () => {
  expect(sizeGateways({ arrivalRate: 500, headroom: 0.3 }, KNEE)).toEqual({
    arrivalRate: 500,
    headroom: 0.3,
    perGateway: 28,
    gateways: 18,
    least: 18,
    most: 19,
  });
});

test('plan: exactly the rate of one gateway needs one gateway', () => {
  expect(sizeGateways({ arrivalRate: 28, headroom: 0.3 }, KNEE).gateways).toBe(1);
});
