/** A frame of the tap or of a recording is not as `docs/tap.md` describes. */
export class MalformedFrame extends Error {
  override name = 'MalformedFrame' as const;

  constructor(what: string) {
    super(
      `Malformed frame from the load engine: ${what}. Does it belong to this version of Assay?`,
    );
  }
}
