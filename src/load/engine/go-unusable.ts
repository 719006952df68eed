/** Go, with which the load engine is built, is missing or too old. */
export class GoUnusable extends Error {
  override name = 'GoUnusable' as const;

  constructor(what: string, needed: string, options?: ErrorOptions) {
    super(
      `${what}. Install Go ${needed} or newer from go.dev/dl, or set ASSAY_ENGINE to an engine that is built already.`,
      options,
    );
  }
}
