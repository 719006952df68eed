import { expect, test } from 'vitest';
import { VARIANTS } from '../../reference-server/alterations.ts';
import { ASKS } from './support/raw-answers.ts';

type Shows = RegExp | ((answer: string) => boolean);

/** What of each variant stands on the wire, and never without it. */
const ODDITIES: readonly (readonly [variant: string, ask: keyof typeof ASKS, shows: Shows])[] = [
  ['absent-members', 'video created', /^(?!.*"error")/s],
  ['base64-ids', 'chat', /"id":"\+\/[\w+/=]{198}"/],
  ['challenge-details', 'no key', /www-authenticate: Session .*", Bearer .*, scope="/],
  ['chat-empty-choices', 'chat stream', /"choices":\[\]/],
  ['chat-empty-deltas', 'chat stream', /"delta":\{\},"finish_reason":null/],
  ['chat-finish-absent', 'chat stream', /"delta":\{"content":"[^"]+"\}\}/],
  ['chat-finish-length', 'chat', /"finish_reason":"length"/],
  ['chat-finish-length', 'chat stream', /"finish_reason":"length"/],
  ['chat-finish-with-token', 'chat stream', /"content":"[^"]+"\},"finish_reason":"stop"/],
  ['chat-null-content', 'chat stream', /"content":null/],
  ['chat-role-everywhere', 'chat stream', /"role":"assistant","content":"[^"]+"/],
  ['chunk-extensions', 'chat stream', /\r\n[\dA-F]{6};part="a;b c";x=1\r\n/],
  ['chunked-bodies', 'chat', /\ntransfer-encoding: chunked/],
  ['clock-four-minutes-off', 'chat', (answer) => createdIn(answer) > Date.now() / 1000 + 200],
  ['connection-close', 'chat', /\nconnection: close/],
  ['connection-close', 'chat stream', /\nconnection: close/],
  ['dated-model', 'chat', /"model":"ref-echo-2026-01-31"/],
  ['early-hints', 'chat stream', /^HTTP\/1\.1 102 .*\r\n\r\nHTTP\/1\.1 103 .*\r\nLink: </],
  ['error-details', 'unknown model', /"error":\{.*"doc_url":/],
  ['etag-and-vary', 'chat', /\netag: W\/"/],
  ['etag-and-vary', 'chat stream', /\nvary: Origin/],
  ['explicit-nulls', 'chat', /"tool_calls":null/],
  ['explicit-nulls', 'chat stream', /"tool_calls":null/],
  ['explicit-nulls', 'transcription', /"error":null/],
  ['gzip-on-ask', 'chat, gzip accepted', /\ncontent-encoding: gzip.*\r\n\r\n.\x8b/s],
  ['header-case', 'chat', /\nCONTENT-TYPE: /],
  ['header-padding', 'chat', /\ncontent-type: {2}\tapplication\/json\t \r/],
  ['header-padding', 'chat stream', /\ncontent-type: {2}\ttext\/event-stream\t \r/],
  ['idle-timeout-short', 'no more requests', /^closed$/],
  ['image-details', 'images', /"output_format":"png"/],
  ['in-flight-waits', 'retry in flight', /^200 200$/],
  ['jpeg-images', 'picture', /^\xff\xd8.*\xff\xc0.*\xff\xdd.*\xff\xd0.*\xff\xd9$/s],
  ['jpeg-progressive', 'picture', /^\xff\xd8.*\xff\xc2.*\xff\xda.*\xff\xda.*\xff\xd9$/s],
  ['json-charset', 'chat', /\ncontent-type: Application\/JSON; Charset="UTF-8"/],
  ['json-escapes', 'chat', /"\\u00c7a va \\\//],
  ['json-indented', 'chat', /\r\n\r\n\n\n \{\r\n\t"id"/],
  ['limited-by-date', 'twenty chats', / 429 .*\nretry-after: \w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/s],
  ['masked-key', 'unknown key', /key provided: sk-n\*+pqrs\./],
  ['media-type-400', 'wrong media type', /^HTTP\/1\.1 400 /],
  ['message-details', 'unknown model', /request id: [\da-f-]{36};/],
  ['numeric-ids', 'chat', /"id":"\d+"/],
  ['numeric-ids', 'video created', /"id":"\d+"/],
  ['png-chunks', 'picture', /IHDR.*gAMA.*tEXt.*prVt.*IDAT.*IDAT.*IEND/s],
  ['png-interlaced', 'picture', (png) => png.charCodeAt(28) === 1],
  ['png-palette', 'picture', (png) => png.charCodeAt(25) === 3],
  ['rate-limited', 'twenty chats', / 429 .*\nretry-after: 0\r/s],
  ['reason-phrases', 'chat', /^HTTP\/1\.1 200 500 or so: error\r/],
  ['replay-at-once', 'replayed chat stream', (answer) => chunksIn(answer) === 1],
  ['responses-done', 'responses stream', /data: \[DONE\]/],
  ['responses-incomplete', 'responses', /"reason":"max_output_tokens"/],
  ['responses-incomplete', 'responses stream', /event: response\.incomplete\n/],
  ['responses-queued', 'responses stream', /event: response\.queued\n.*"status":"queued"/],
  ['responses-reasoning-first', 'responses', /"output":\[\{"id":"rs_.*"id":"msg_/],
  ['responses-reasoning-first', 'responses stream', /"output_index":0,"item":\{"id":"rs_/],
  ['responses-sparse-sequence', 'responses stream', /"sequence_number":101,/],
  [
    'responses-two-parts',
    'responses',
    /"text":"[^"]+","annotations".*"text":"[^"]+","annotations"/,
  ],
  ['responses-two-parts', 'responses stream', /"content_index":1/],
  ['responses-unknown-event', 'responses stream', /event: reference\.progress/],
  ['reversed-members', 'chat', /"usage".*"choices".*"id"/],
  ['slashed-model', 'chat', /"model":"reference\/ref-echo"/],
  ['sse-bom', 'chat stream', /\r\n\xef\xbb\xbfdata/],
  ['sse-charset', 'chat stream', /\ncontent-type: text\/event-stream;charset=UTF-8/],
  ['sse-comments', 'chat stream', /: keep-alive\ndata/],
  ['sse-cr', 'chat stream', /\}\r\r/],
  ['sse-crlf', 'chat stream', /\}\r\n\r\n/],
  ['sse-data-lines', 'chat stream', /data: \{\ndata: {2}"id"/],
  ['sse-id-and-retry', 'chat stream', /id: 1\nretry: 3000\ndata/],
  ['sse-mixed-line-ends', 'chat stream', /\}\r\n\n.*\}\r\r\n.*\}\n\r/s],
  ['sse-named-message', 'chat stream', /event: message\ndata: \[DONE\]/],
  ['sse-no-space', 'chat stream', /data:\{/],
  ['sse-padding', 'chat stream', /: {2048}\n\n.*\}\n\n.*:\n\ndata/s],
  ['sse-retry-only', 'chat stream', /retry: 3000\n\nid: 7\n\n/],
  ['sse-small-pieces', 'chat stream', /\r\n1\r\n.\r\n2\r\n..\r\n3\r\n...\r\n7\r\n/s],
  ['sse-unknown-field', 'chat stream', /x-reference: 1\nx-reference\ndata/],
  ['sse-waiting', 'chat stream', /: processing\n\n/],
  ['sse-waiting', 'responses stream', /: processing\n\n/],
  ['status-422', 'wrong type', /^HTTP\/1\.1 422 /],
  ['trailers', 'chat', /\r\n0\r\nx-reference-digest: /],
  ['trailers', 'chat stream', /\r\n0\r\nx-reference-digest: /],
  ['transcript-details', 'transcription', /"segments":\[\{/],
  ['unknown-members', 'chat', /"x_reference"/],
  ['unknown-model-400', 'unknown model', /^HTTP\/1\.1 400 /],
  ['unknown-video-400', 'unknown video', /^HTTP\/1\.1 400 /],
  ['until-close', 'chat', /^(?!.*content-length).*\nconnection: close/is],
  ['until-close', 'chat stream', /^(?!.*transfer-encoding).*\nconnection: close/is],
  ['usage-details', 'responses', /"cached_tokens"/],
  ['video-accepted-202', 'video created', /^HTTP\/1\.1 202 /],
  ['video-cancel-lags', 'video cancelled', /"status":"(?:queued|in_progress)"/],
  ['video-cache-hints', 'video that runs', /\ncache-control: private, max-age=1\r.*\netag: "/s],
  ['video-cache-hints', 'video completed', /\ncache-control: private, max-age=86400\r/],
  ['video-content-redirect', 'video content', /^HTTP\/1\.1 302 .*\nlocation: https:/s],
  ['video-created-201', 'video created', /^HTTP\/1\.1 201 /],
  ['video-details', 'video created', /"expires_at":\d/],
  ['video-ended-409', 'video cancelled twice', /^HTTP\/1\.1 409 /],
  ['video-error-wrapped', 'video failed', /"error":\{"error":\{/],
  ['video-gone-after-cancel', 'cancelled video', /^HTTP\/1\.1 410 /],
  ['video-instant', 'video read at once', /"status":"completed"/],
  ['video-progress-jumps', 'video that runs', /"progress":0,/],
  ['video-url-signed', 'video completed', /"content_url":"https:/],
  ['videos-multipart', 'video created by a form', /^HTTP\/1\.1 200 .*"status":"queued"/s],
  ['webp-extended', 'picture', /^RIFF.{4}WEBPVP8X.*VP8L.*EXIF/s],
  ['webp-images', 'picture', /^RIFF.{4}WEBPVP8L/s],
  ['webp-lossy', 'picture', /^RIFF.{4}WEBPVP8 /s],
];

test.each(ODDITIES)(
  'oddities: %s is seen in the answer to %s, and only with it',
  async (...row) => {
    const [variant, ask, shows] = row;
    const [odd, clean] = [await ASKS[ask]({ variants: [variant] }), await ASKS[ask]({})];
    expect({ odd: isShown(shows, odd), clean: isShown(shows, clean) }, odd).toEqual({
      odd: true,
      clean: false,
    });
  },
);

test('oddities: every variant is looked for', () => {
  const looked = new Set(ODDITIES.map(([variant]) => variant));
  expect([...looked].toSorted()).toEqual([...VARIANTS.keys()].toSorted());
});

function isShown(shows: Shows, answer: string): boolean {
  return typeof shows === 'function' ? shows(answer) : shows.test(answer);
}

function createdIn(answer: string): number {
  return Number(/"created":(\d+)/.exec(answer)?.[1] ?? 0);
}

function chunksIn(answer: string): number {
  return answer.match(/\r\n[\da-f]+\r\ndata: /g)?.length ?? 0;
}
