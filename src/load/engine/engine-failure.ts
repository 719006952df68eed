/** The load engine itself failed: a mistake in a scenario or in Assay, never the target's. */
export class EngineFailure extends Error {
  override name = 'EngineFailure' as const;

  constructor(what: string, options?: ErrorOptions) {
    super(`Load engine failed: ${what.replace(/\.$/, '')}.`, options);
  }
}
