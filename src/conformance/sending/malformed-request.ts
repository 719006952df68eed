/** A request that a probe means to be accepted and that breaks the contract: a mistake of ours. */
export class MalformedRequest extends Error {
  override name = 'MalformedRequest' as const;

  constructor(operation: string, contradiction: string) {
    super(
      `Request meant to be accepted breaks the contract: ${operation} (${contradiction}). This is a mistake in Assay, or in a model or size that a profile names.`,
    );
  }
}
