import { KINDS } from '../../reference-server/hostile/behaviours/index.ts';

/** What names the trouble in a report: a rule with a finding, or words on the terminal. */
export type Name = string | RegExp;

/** A run must name the trouble in one of these ways. */
export interface Expectation {
  readonly conform: readonly Name[];
  readonly load: readonly Name[];
}

type Kind = keyof typeof KINDS;

/** Outcomes of a request that was given up. */
const GIVEN_UP = [/timed-out|oversize|truncated|Unanswered when the run ended/];
/** Outcomes of an answer that is not readable as HTTP. */
const UNREADABLE = [/not HTTP|malformed|another length|a head of more than|reset|truncated/];
const UNREACHABLE = [
  /(?:TLS to|certificate of) the target|target (?:speaks|does not speak|refused the handshake of) TLS/,
  /Target (?:refused the connection|closed the connection|is unresponsive)/,
];
const REFUSED = ['chat-accepted', /status 5\d\d × /];
const ECHOED = ['auth-key-not-echoed'];
/** Answers of which Assay keeps or judges a part only. */
const TOO_LARGE = [...GIVEN_UP, /too (?:large|deep|many)|nested|at most [\d ]+/];
const NO_CONTENT = /needs a content_url at the gateway/;
const SAME = (names: readonly Name[]): Expectation => ({ conform: names, load: names });

const BY_KIND: Readonly<Record<Kind, Expectation>> = {
  endless: SAME(GIVEN_UP),
  slow: SAME(GIVEN_UP),
  lengths: SAME(['transport-body-length', ...UNREADABLE]),
  chunks: SAME(['transport-body-length', ...GIVEN_UP, ...UNREADABLE]),
  headers: SAME([...UNREADABLE, 'chat-stream-offered']),
  interim: SAME([...UNREADABLE, ...GIVEN_UP, /closed by the other side/]),
  redirects: SAME(['chat-accepted', /status 30\d × /]),
  codings: SAME(['transport-coding-true', 'chat-sync-json', 'chat-stream-offered', ...GIVEN_UP]),
  json: SAME(['chat-sync-json', 'chat-required-fields', ...GIVEN_UP]),
  texts: SAME(REFUSED),
  'event-streams': SAME(['chat-stream-done-present', 'transport-sse-framing']),
  images: SAME(['images-shape', 'images-decodes', 'images-mime-matches', 'images-b64-canonical']),
  ids: SAME(['video-job-ids-unique', 'video-create-shape']),
  jobs: SAME(['video-terminates', 'video-job-constant']),
  'rate-limits': SAME([/needs an answer other than (?:429|503)|refused: chat: (?:429|503)/]),
  resets: SAME([/reset|truncated|closed by the other side/]),
  tls: SAME(UNREACHABLE),
  'not-http': SAME([...UNREACHABLE, ...UNREADABLE, /refuses valid requests|status 999 ×/]),
  'key-echoes': SAME(ECHOED),
};

/** Where a behaviour differs from its kind. */
const BY_NAME: Readonly<Record<string, Expectation>> = {
  'endless-error': SAME([...GIVEN_UP, ...REFUSED]),
  'length-too-short': SAME(['transport-bodies-json']),
  'length-zero': SAME(['chat-sync-json']),
  'body-after-204': SAME(['chat-sync-json']),
  // Under load the client drops what comes before it sends the next request.
  'second-answer': { conform: ['transport-reuse-after-answer'], load: ['chat-stream-offered'] },
  // Legal, if unusual: the client reads it, and the trouble is that no stream comes.
  'chunk-size-zeros': {
    conform: GIVEN_UP,
    load: ['chat-stream-offered', 'transport-body-length', ...GIVEN_UP],
  },
  'chunk-of-one-byte': SAME(['chat-stream-offered', ...GIVEN_UP]),
  'chunk-coding-unknown': SAME(['chat-stream-offered', ...UNREADABLE]),
  'reason-with-escapes': SAME(REFUSED),
  'interim-thousand': SAME(['chat-stream-offered', ...UNREADABLE, /closed by the other side/]),
  'redirect-refresh': SAME(['chat-required-fields']),
  'bomb-events': SAME(['transport-sse-events-closed', ...GIVEN_UP]),
  'json-deep': SAME(TOO_LARGE),
  'json-deep-error': SAME([...REFUSED, ...TOO_LARGE]),
  'json-many-members': SAME(TOO_LARGE),
  'json-number-members': SAME(TOO_LARGE),
  'json-many-choices': SAME(TOO_LARGE),
  'json-long-string': SAME(['chat-id-unique', ...TOO_LARGE]),
  'json-repeated-member': SAME(['transport-members-once']),
  'json-lone-surrogate': SAME(['chat-finish-reason']),
  'json-invalid-utf8': SAME(['transport-bodies-json']),
  'json-byte-order-mark': SAME(['transport-bodies-json']),
  'json-rubbish-after': SAME(['transport-bodies-json']),
  'json-cut': SAME(['transport-bodies-json']),
  'json-nan': SAME(['transport-bodies-json']),
  'events-million': SAME(TOO_LARGE),
  'events-million-complete': SAME(['chat-stream-chunk-shape', ...TOO_LARGE]),
  'events-million-empty': SAME(TOO_LARGE),
  'events-million-comments': SAME(TOO_LARGE),
  'events-million-names': SAME(TOO_LARGE),
  'event-large': SAME(TOO_LARGE),
  'event-deep': SAME(TOO_LARGE),
  'events-invalid-utf8': SAME(['transport-sse-utf8']),
  'events-as-html': SAME(['transport-sse-media-type', 'chat-stream-offered']),
  'done-first': SAME(['chat-stream-done-once-last']),
  'done-many': SAME(['chat-stream-done-once-last']),
  'done-then-more': SAME(['chat-stream-done-once-last']),
  'done-then-open': SAME(GIVEN_UP),
  'png-huge-dimensions': SAME(['images-decodes']),
  'image-many': SAME(['images-n-absent-one', 'images-decodes', ...TOO_LARGE]),
  'id-empty': SAME(['video-create-shape']),
  'interim-101': SAME(['transport-speaks-http']),
  // A busy machine makes the times of a poll unreliable.
  'job-never-ends': SAME(['video-terminates', /video-terminates \(set aside/]),
  'job-goes-backwards': SAME(['video-status-never-backwards', 'video-progress-monotone']),
  'job-huge-progress': SAME(['video-progress-range']),
  'job-negative-progress': SAME(['video-progress-range']),
  'job-unknown-status': SAME(['video-status-known']),
  'job-content-elsewhere': SAME([NO_CONTENT, 'video-content-own']),
  'job-content-file': SAME([NO_CONTENT, 'video-content-own']),
  'job-content-metadata': SAME([NO_CONTENT, 'video-content-own']),
  // A control character in a header is not HTTP.
  'retry-after-word': SAME(['transport-speaks-http', 'chat-accepted']),
  'reset-in-request': SAME([/no answer|refuses valid requests/]),
  'reset-on-connect': SAME(UNREACHABLE),
  'reset-after-answer': SAME(['transport-close-announced', 'chat-stream-offered']),
  'close-in-event': SAME(['transport-sse-events-closed', 'chat-stream-done-present']),
  // A reason and a trailer are not kept, so they are neither shown nor judged.
  'key-in-reason': SAME(REFUSED),
  'key-in-trailer': SAME(['chat-stream-offered']),
  // The engine replaces the likeliest forms only, and the others are replaced in the report.
  'key-hex': { conform: ECHOED, load: REFUSED },
  'key-hex-upper': { conform: ECHOED, load: REFUSED },
  'key-percent': { conform: ECHOED, load: REFUSED },
  'key-entities': { conform: ECHOED, load: REFUSED },
  'key-over-deltas': { conform: ECHOED, load: ['chat-stream-done-present'] },
  'key-in-bad-header': SAME(UNREADABLE),
};

/** Where a text stands decides which rule names it. */
const BY_ENDING: Readonly<Record<string, Expectation>> = {
  '-in-model': SAME(['chat-finish-reason']),
  '-in-content': SAME(['chat-finish-reason']),
  '-in-id': SAME(['chat-id-unique']),
};

export function expectationOf(name: string): Expectation {
  const byName = BY_NAME[name];
  if (byName !== undefined) return byName;
  for (const [kind, behaviours] of Object.entries(KINDS)) {
    if (!Object.hasOwn(behaviours, name)) continue;
    const ending = Object.keys(BY_ENDING).find((each) => kind === 'texts' && name.endsWith(each));
    const expectation =
      BY_ENDING[ending ?? ''] ?? Object.entries(BY_KIND).find(([of]) => of === kind)?.[1];
    if (expectation !== undefined) return expectation;
  }
  throw new Error(`There is no hostile behaviour ${name}.`);
}
