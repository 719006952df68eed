/** A frame is not as `docs/tap.md` or `docs/upstream.md` describes. */
export class MalformedFrame extends Error {
  override name = 'MalformedFrame' as const;

  constructor(what: string) {
    super(
      `Malformed frame from the load engine: ${what}. Use the engine of this version of Assay: unset ASSAY_ENGINE, or build it again.`,
    );
  }
}
