/**
 * Faults that prove no rule: defects of one form, caller or place, which a rule finds that another fault proves.
 * The rules, each with the label of a series, the place of a finding or the operation that shows it.
 */
export const FURTHER_DEFECTS: Readonly<
  Record<string, Readonly<Record<string, readonly string[]>>>
> = {
  'chat-temperature-zero': { 'chat-fields-accepted': ['chat · temperature = 0'] },
  'idem-key-ends': {
    'idempotency-key-compared-whole': [
      'chat, a key with another middle',
      'responses stream, a key with another middle',
    ],
  },
  'auth-of-connection': {
    'auth-missing-refused': ['chat'],
    'idempotency-scope-api-key': ['chat with an equal body'],
    'video-id-scoped-to-key': ['a job of another tenant'],
  },
  'vid-content-open': {
    'auth-missing-refused': ['other'],
    'video-id-scoped-to-key': ['a job of another tenant'],
  },
  'err-in-good-answers': {
    'errors-no-secrets': ['header x-route-key', 'member key'],
    'errors-no-private-addresses': ['header x-route-base', 'member base'],
    // Their probes bring good answers.
    'chat-accepted': [],
    'chat-stream-offered': [],
  },
};
