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

/** Turns of a sentence that make a hurried reader read it twice. */
export const SENTENCES: readonly Row[] = [
  {
    id: 'fronted-of',
    wrong: '(?<=^[\\s*_>-]*|[.!?:;] [\\s*_]*)of (?!course)',
    say: 'the subject first: "6 of 113 required rules failed"',
    example: 'Of 113 required rules 6 failed.',
    better: '6 of 113 required rules failed.',
  },
  {
    id: 'whoever',
    wrong: '\\b(?:whoever|whomever|nobody|somebody)\\b',
    say: 'name the subject: the user, the client, Assay',
    example: 'Whoever reads it is misled.',
    better: 'The reader is misled.',
  },
  {
    id: 'so-many',
    wrong: '\\bso (?:many|much|long|few)\\b(?! (?:as|that)\\b)',
    say: 'the number, or "this many", "for this time"',
    example: 'It waits so long and no longer.',
    better: 'It waits for this time and no longer.',
  },
  {
    id: 'be-it',
    wrong: ',\\s+be (?:it|they)\\b|\\bbe it (?:an?|the|by|in|as|from)\\b',
    say: 'whether … or …',
    example: 'Each answer, be it a stream or not, is judged.',
    better: 'Each answer, streamed or not, is judged.',
  },
  {
    id: 'to-be-had',
    wrong: '\\bto be had\\b',
    say: 'available',
    example: 'No Docker engine is to be had.',
    better: 'Docker is not available.',
  },
  {
    id: 'by-itself',
    wrong: '\\bby (?:itself|themselves)\\b',
    say: 'automatically; alone; separately',
    example: 'The engine is built by itself.',
    better: 'The engine is built automatically.',
  },
  {
    id: 'is-no',
    wrong:
      '(?<!\\bthere )\\b(?:is|are|was|were|be|being) no (?!(?:longer|doubt|more|less|fewer|better|worse|later|earlier|different)\\b)(?=\\S)',
    say: 'is not a …',
    example: 'The file is no YAML.',
    better: 'The file is not valid YAML.',
  },
  {
    id: 'holds',
    wrong: '\\bholds(?=\\s*(?:[.,;:)]|for\\b|true\\b|$))',
    say: 'passes, is met, is true, applies to',
    example: 'Everything that was configured holds.',
    better: 'All checks passed.',
  },
  {
    id: 'archaic',
    wrong:
      '\\b(?:in vain|anew|gusts?|mend(?:s|ed|ing)?|heed(?:s|ed|ing)?|heal(?:s|ed|ing)?|for ever|for want of)\\b',
    say: 'without success; again; in bursts; correct, fix; apply; forever; because … is missing',
    example: 'A client that retries in vain keeps the gateway busy.',
    better: 'A client that retries without success keeps the gateway busy.',
  },
  {
    id: 'many-at-once',
    // "At once" also means immediately: a reader in a hurry takes one for the other.
    wrong:
      '\\b(?:requests|retries|calls|iterations|jobs|DELETEs|uploads|callers|clients|streams|users)(?: [a-z-]+){0,4} at once\\b',
    say: 'concurrent requests; at the same time; immediately',
    example: 'Ten retries at once have one effect.',
    better: 'Ten concurrent retries have one effect.',
  },
  {
    id: 'is-said',
    wrong: '\\b(?:is|are|was|were) said\\b',
    say: 'is reported',
    example: 'A file that cannot be written is said on stderr.',
    better: 'A file that cannot be written is reported on stderr.',
  },
];
