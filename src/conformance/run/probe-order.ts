import type { Probe } from '../rule.ts';

/** Probes that may run side by side, and those that then run one after the other, in this order. */
export interface ProbeOrder {
  readonly beside: readonly Probe[];
  readonly alone: readonly Probe[];
}

/** Probes that may keep a gateway busy run last: what they leave behind slows no other probe. */
export function probeOrder(probes: readonly Probe[]): ProbeOrder {
  const alone = probes.filter((probe) => probe.alone);
  return {
    beside: probes.filter((probe) => !probe.alone),
    alone: [...alone.filter(({ last }) => !last), ...alone.filter(({ last }) => last)],
  };
}
