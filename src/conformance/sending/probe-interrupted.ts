/**
 * The run ended while a probe waited. It ends the probe: one that went on to poll without waiting,
 * because nothing is sent any more, would block the event loop.
 */
export class ProbeInterrupted extends Error {
  override name = 'ProbeInterrupted' as const;

  constructor() {
    super('The run was interrupted while a probe waited.');
  }
}
