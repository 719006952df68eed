/** A probe itself broke: a mistake of ours, never charged to the target. */
export class ProbeFailure extends Error {
  override name = 'ProbeFailure' as const;
  readonly probe: string;

  constructor(probe: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`Probe broke: ${probe} (${what}). This is a mistake in Assay.`, { cause });
    this.probe = probe;
  }
}
