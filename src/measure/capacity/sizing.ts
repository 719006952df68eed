import type { Knee } from './knee-search.ts';

export interface SizingOptions {
  /** Arrivals per second that all gateways together are to take. */
  readonly arrivalRate: number;
  /** Share of each gateway's knee that is to stay free, from 0 to below 1. */
  readonly headroom: number;
}

export interface Sizing extends SizingOptions {
  /** Arrivals per second that one gateway is given. */
  readonly perGateway: number;
  readonly gateways: number;
  /** The same if the knee lies at the high end of its interval, and at the low one. */
  readonly least: number;
  readonly most: number;
}

/** Gateways of this kind for a wanted rate: ⌈rate / (knee · (1 − headroom))⌉. */
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

/** What no plan made of one gateway's knee can know. */
export const SIZING_CANNOT_SAY = [
  'whether the gateways share something that is the limit itself, such as a database, a quota or the backend behind them',
  'how evenly a load balancer would spread the arrivals: uneven shares reach the knee earlier',
  'how other traffic than this behaves: another mix, longer prompts or answers, colder caches',
  'how bursts beyond those of the arrivals that were sent are borne',
  'what remains when a gateway fails or restarts, unless the headroom covers its share',
] as const;
