/** A scenario cannot be made into one script for the load engine. */
export class BundleFailure extends Error {
  override name = 'BundleFailure' as const;
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Scenario cannot be bundled: ${path} (${reason}).`, options);
    this.path = path;
  }
}
