import type { Knee } from './knee-search.ts';

export interface PlanWish {
  /** Arrivals per second that all gateways together are to take. */
  readonly arrivalRate: number;
  /** Share of each gateway's knee that is to stay free, from 0 to below 1. */
  readonly headroom: number;
}

export interface GatewayPlan extends PlanWish {
  /** Arrivals per second that one gateway is given. */
  readonly perGateway: number;
  readonly gateways: number;
  /** The same if the knee lies at the high end of its interval, and at the low one. */
  readonly least: number;
  readonly most: number;
}

/** Gateways of this kind for a wanted rate: ⌈rate / (knee · (1 − headroom))⌉. */
export function planGateways(wish: PlanWish, knee: Knee): GatewayPlan {
  const perGateway = knee.arrivalRate * (1 - wish.headroom);
  const count = (rate: number) => Math.ceil(wish.arrivalRate / (rate * (1 - wish.headroom)) - 1e-9);
  return {
    ...wish,
    perGateway,
    gateways: count(knee.arrivalRate),
    least: count(knee.high),
    most: count(knee.low),
  };
}

/** What no plan made of one gateway's knee can know. */
export const PLAN_CANNOT_SAY = [
  'whether the gateways share something that is the limit itself, such as a database, a quota or the backend behind them',
  'how evenly a load balancer would spread the arrivals: uneven shares reach the knee earlier',
  'how other traffic than this behaves: another mix, longer prompts or answers, colder caches',
  'how bursts beyond those of the arrivals that were sent are borne',
  'what remains when a gateway fails or restarts, unless the headroom covers its share',
] as const;
