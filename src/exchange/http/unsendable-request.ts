/** A request that HTTP cannot carry, such as a header with a line break: a mistake of ours. */
export class UnsendableRequest extends Error {
  override name = 'UnsendableRequest' as const;

  constructor(request: string, reason: string) {
    super(`Request cannot be sent: ${request} (${reason}). This is a mistake in Assay.`);
  }
}
