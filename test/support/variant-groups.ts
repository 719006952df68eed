/** Variants that one gateway shows at once. */
export interface VariantGroup {
  readonly name: string;
  /** Why its members cannot be in other groups. */
  readonly apart: string;
  /** In the order in which they apply. */
  readonly variants: readonly string[];
  /** Where a modest run leaves a rule without evidence. */
  readonly effort?: 'thorough';
}

/** Rules that have nothing to judge at a gateway with a variant: it takes their evidence away. */
const TAKEN_AWAY: Readonly<Record<string, readonly string[]>> = {
  'formats-refused': [
    'images-format-kept',
    'transcription-cues',
    'transcription-format-kept',
    'transcription-segments',
    'transcription-verbose-members',
  ],
  'responses-incomplete': [
    'responses-format-fits',
    'responses-format-json',
    'responses-stream-equals-sync',
    'responses-stream-final-complete',
    'responses-tool-arguments-json',
    'responses-tool-choice',
  ],
  'video-cancel-lags': ['video-cancel-complete-race'],
  'video-instant': [
    'video-cancel-complete-race',
    'video-delete-cancels',
    'video-poll-after-cancel',
    'video-read-fresh',
  ],
  'video-content-whole': ['video-content-beyond'],
  'video-url-signed': ['video-content-beyond', 'video-content-leads', 'video-content-range'],
};

/** Ids of the rules that some variants leave without evidence, in order. */
export function takenAwayBy(variants: readonly string[]): readonly string[] {
  return [...new Set(variants.flatMap((variant) => TAKEN_AWAY[variant] ?? []))].toSorted();
}

/**
 * Each variant is in one group. A new one goes where every member still shows in the bytes of an
 * answer (`oddities.test.ts` says so) and takes no rule its evidence away (`variants.test.ts`), or in a
 * group of its own.
 */
export const VARIANT_GROUPS: readonly VariantGroup[] = [
  {
    name: 'more than the interface names',
    apart: 'members stand between those that other variants look at',
    variants: [
      'unknown-members',
      'usage-details',
      'usage-reasoning-beside',
      'image-details',
      'transcript-details',
      'video-details',
      'error-details',
      'message-details',
      'etag-and-vary',
      'continue-unasked',
      'sse-comments',
      'chat-empty-choices',
      'responses-unknown-event',
    ],
  },
  {
    name: 'fewer members, lines that end with CRLF',
    apart: 'members that hold null are absent, and the length is used up',
    variants: [
      'absent-members',
      'responses-bare',
      'dated-model',
      'base64-ids',
      'sse-crlf',
      'sse-charset',
      'status-422',
      'replay-at-once',
      'chat-tool-interleaved',
      'transcript-lines',
      'video-accepted-202',
      'jpeg-images',
    ],
  },
  {
    name: 'nulls and escapes, lines that end with CR',
    apart: 'members that hold null are there, and header names are in capitals',
    variants: [
      'explicit-nulls',
      'json-escapes',
      'numeric-ids',
      'header-case',
      'unknown-model-400',
      'chat-null-content',
      'video-content-whole',
      'video-progress-jumps',
    ],
  },
  {
    name: 'trailers, lines that end in turn',
    apart: 'every answer is chunked, and a line ends otherwise than the one before',
    variants: [
      'json-charset',
      'sse-mixed-line-ends',
      'trailers',
      'media-type-400',
      'formats-refused',
      'chat-role-everywhere',
      'json-text-spaced',
      'responses-done',
      'video-ended-409',
    ],
  },
  {
    name: 'one request a connection',
    apart: 'no connection is kept, and a job that was cancelled is gone',
    variants: [
      'connection-close',
      'sse-bom',
      'sse-no-space',
      'challenge-details',
      'unknown-video-400',
      'in-flight-waits',
      'clock-four-minutes-off',
      'chat-finish-absent',
      'chat-tool-text-before',
      'responses-reasoning-first',
      'responses-tool-done-only',
      'video-gone-after-cancel',
    ],
  },
  {
    name: 'bodies that end with the connection',
    apart: 'an answer has neither a length nor chunks, and events are padded',
    variants: [
      'until-close',
      'idle-timeout-short',
      'masked-key',
      'chat-empty-deltas',
      'responses-queued',
      'responses-sparse-sequence',
      'video-url-signed',
      'video-content-redirect',
    ],
  },
  {
    name: 'small pieces, compressed bodies',
    apart: 'the text of an event is cut by the bytes of chunks, and that of a body cannot be read',
    variants: [
      'gzip-on-ask',
      'reversed-members',
      'rate-limited',
      'video-error-wrapped',
      'video-cache-hints',
      'webp-images',
    ],
  },
  {
    name: 'limits with a date',
    apart: 'blocks without data stand between events, and a wait begins with a comment',
    variants: [
      'keys-of-all-operations',
      'limited-by-date',
      'sse-named-message',
      'sse-retry-only',
      'sse-waiting',
      'chat-tool-whole',
      'chat-finish-with-token',
      'video-cancel-lags',
    ],
  },
  {
    name: 'JSON and headers with much white space',
    apart: 'white space stands where other variants have their mark',
    variants: [
      'json-indented',
      'sse-data-lines',
      'chat-choices-apart',
      'responses-incomplete',
      'video-instant',
      'closes-after-refusal',
    ],
    effort: 'thorough',
  },
];
