import { z } from 'zod';
import { INTEGER, NUMBER } from '../scalars.ts';
import type { Knee } from './knee-search.ts';

export const SizingSchema = z.object({
  arrivalRate: NUMBER.describe('wanted rate of all instances together, per second'),
  headroom: NUMBER.describe('share of the knee that stays unused'),
  perGateway: NUMBER.describe('arrivals per second for each instance'),
  gateways: INTEGER,
  least: INTEGER.describe('with the knee at the high end of its interval'),
  most: INTEGER.describe('with the knee at the low end'),
});

type Sizing = z.infer<typeof SizingSchema>;
export type SizingOptions = Readonly<Pick<Sizing, 'arrivalRate' | 'headroom'>>;

/** Gateways of this kind for a required rate: ⌈rate / (knee · (1 − headroom))⌉. */
export function sizeGateways(options: SizingOptions, knee: Knee): Sizing {
  const perGateway = knee.arrivalRate * (1 - options.headroom);
  const count = (rate: number) =>
    Math.ceil(options.arrivalRate / (rate * (1 - options.headroom)) - 1e-9);
  return {
    ...options,
    perGateway,
    gateways: count(knee.arrivalRate),
    least: count(knee.high),
    most: count(knee.low),
  };
}

/** What a plan from the knee of one gateway does not cover. */
export const SIZING_CANNOT_SAY = [
  'whether the gateways share something that is the limit itself, such as a database, a quota or the backend behind them',
  'how evenly a load balancer would spread the arrivals: uneven shares reach the knee earlier',
  'how other traffic would behave: another mix, longer prompts or answers, colder caches',
  'how the gateways would handle larger bursts than those that were sent',
  'how much capacity remains when a gateway fails or restarts, unless the headroom covers its share',
] as const;
