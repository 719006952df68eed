/** One wrong wording, as data: a row of `terms.ts` or `sentences.ts`. */
export interface Row {
  /** Named in a finding and in `prose-ok(id): reason`. */
  readonly id: string;
  /** A regular expression, without regard to case; a space matches any white space. */
  readonly wrong: string;
  /** The right words, as the finding shows them. */
  readonly say: string;
  /** A sentence that this row finds. */
  readonly example: string;
  /** The same sentence, which no row finds. */
  readonly better: string;
  /** `user`: only in what a user reads. Comments and docs of the internals may use the word. */
  readonly audience?: 'user';
}
