/**
 * The run ended while a probe waited. It breaks off by it: one that polled on without waiting, as
 * nothing is sent any more, would keep the process from hearing anything else.
 */
export class ProbeInterrupted extends Error {
  override name = 'ProbeInterrupted' as const;

  constructor() {
    super('The run was interrupted while a probe waited.');
  }
}
