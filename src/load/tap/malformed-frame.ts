/** What came through the tap, or stands in a recording, is not what `docs/tap.md` describes. */
export class MalformedFrame extends Error {
  override name = 'MalformedFrame' as const;

  constructor(what: string) {
    super(
      `Malformed frame from the load engine: ${what}. Does it belong to this version of Assay?`,
    );
  }
}
