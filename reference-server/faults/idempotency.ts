import { without } from '../edits/json.ts';
import { lateClaim } from '../edits/remembering.ts';
import { after, alters, before, onRefusal, rescues } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import { sha256 } from '../http/form.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { POST_OPERATIONS } from '../routes.ts';
import type { Retryable } from '../state/idempotency.ts';

export const idempotencyFaults: Alterations = {
  'idem-5xx-wedges': alters('A key stays in flight after a failure.')(({ begin }) => ({
    begin(name, retryable) {
      const begun = begin(name, retryable);
      if (begun.kind === 'replay') return begun;
      return { kind: 'fresh', claim: { settle: begun.claim.settle, release() {} } };
    },
  })),
  'idem-chat-only': ignoresKey('Only chat honours the Idempotency-Key.')(
    ({ operation }) => operation !== 'chat',
  ),
  'idem-check-then-set': lateClaim(
    'The gateway looks up an Idempotency-Key and stores it in two steps, with a gap between them.',
  ),
  'idem-compares-prompt-only': alters(
    'Bodies under an Idempotency-Key are compared only by model and prompt, files only by size.',
  )(({ fingerprintBody, fingerprintForm }) => ({
    fingerprintBody({ model, messages, input, prompt }) {
      const last = Array.isArray(messages) ? messages.at(-1) : undefined;
      return fingerprintBody({ model, messages: last ?? null, input, prompt });
    },
    fingerprintForm: (form) =>
      fingerprintForm({ ...form, parts: form.parts.map((part) => ({ ...part, digest: '' })) }),
  })),
  'idem-cross-endpoint': alters(
    'A key used on another endpoint replays the answer of that endpoint.',
  )(({ nameRecord, lookUp, begin }, { records }) => {
    const operations = new Map<string, string>();
    return {
      nameRecord: (retryable) => nameRecord({ ...retryable, operation: 'chat' }),
      lookUp(name, retryable) {
        const first = operations.get(name) ?? retryable.operation;
        const known = records.get(name)?.fingerprint ?? '';
        const elsewhere = first !== retryable.operation;
        return lookUp(name, elsewhere ? { ...retryable, fingerprint: known } : retryable);
      },
      begin(name, retryable) {
        operations.set(name, retryable.operation);
        return begin(name, retryable);
      },
    };
  }),
  'idem-empty-as-absent': readsKey('An empty Idempotency-Key is ignored.')((key) =>
    key === '' ? undefined : key,
  ),
  'idem-global-scope': before('nameRecord')('All tenants share their Idempotency-Keys.')(
    (retryable) => [{ ...retryable, tenant: 'first' }],
  ),
  'idem-ignores-body': alters('The first result is replayed for another body.')(
    ({ lookUp }, { records }) => ({
      lookUp(name, retryable) {
        const fingerprint = records.get(name)?.fingerprint ?? retryable.fingerprint;
        return lookUp(name, { ...retryable, fingerprint });
      },
    }),
  ),
  'idem-implicit-dedupe': before('nameRecord')(
    'Equal requests without an Idempotency-Key get one result.',
  )((retryable) => [{ ...retryable, key: retryable.key ?? retryable.fingerprint }]),
  'idem-in-flight-500': rescues('lookUp')(
    'A retry while the first request is in flight returns 500.',
  )((refusal) => {
    throw refusal.code === 'idempotency_in_flight' ? Refusal.failed() : refusal;
  }),
  'idem-key-case-folded': readsKey('Idempotency-Keys are compared without case.')((key) =>
    key?.toLowerCase(),
  ),
  'idem-key-letters-only': readsKey(
    'An Idempotency-Key with other characters than letters, digits and hyphens is refused.',
  )((key) => {
    if (key === undefined || /^[\w-]*$/.test(key)) return key;
    throw Refusal.badRequest('The Idempotency-Key is not valid.', 'invalid_idempotency_key');
  }),
  'idem-key-required': readsKey('A billable POST without an Idempotency-Key is refused.')((key) => {
    if (key === undefined) throw Refusal.badRequest('The Idempotency-Key is missing.');
    return key;
  }),
  'idem-lock-leak': after('onClientDisconnect')(
    'After a client disconnected, its Idempotency-Key stays in flight forever.',
  )((choice, keyed) => (keyed ? 'hold' : choice)),
  'idem-max-254': readsKey('An Idempotency-Key of 255 characters is refused.')((key) => {
    if (key?.length === 255) throw Refusal.badRequest('The Idempotency-Key is too long.');
    return key;
  }),
  'idem-mismatch-409': rescues('lookUp')(
    'Another body with the same key gets an answer as if the first request were in flight.',
  )((refusal) => {
    if (refusal.code !== 'idempotency_key_reused') throw refusal;
    throw refusal.with({ status: 409, code: 'idempotency_in_flight' });
  }),
  'idem-mismatch-evicts': alters('Another body with the same key replaces the first.')(
    ({ lookUp, begin }) => ({
      lookUp(name, retryable) {
        return onRefusal(
          () => lookUp(name, retryable),
          (refusal) => {
            if (refusal.code === 'idempotency_key_reused') begin(name, retryable);
            throw refusal;
          },
        );
      },
    }),
  ),
  'idem-no-replay': after('lookUp')('A retry creates a new result.')((found) =>
    found?.kind === 'replay' ? undefined : found,
  ),
  'idem-raw-byte-fingerprint': after('fingerprintForm')(
    'A form with another boundary counts as another request.',
  )((_, { bytes }) => sha256(bytes)),
  'idem-replay-before-auth': alters('A stored result is replayed before the key is checked.')(
    ({ authorize, nameRecord }, { records }) => ({
      authorize(caller) {
        const { idempotencyKey: key } = caller;
        const facts = { tenant: 'first', key, fingerprint: '', stream: false } as const;
        const stored = POST_OPERATIONS.some((operation) => {
          return records.get(nameRecord({ ...facts, operation }) ?? '')?.result !== undefined;
        });
        return stored ? 'first' : authorize(caller);
      },
    }),
  ),
  'idem-replay-bills': alters('A replay is billed again.')(({ lookUp, charge }) => ({
    lookUp(name, retryable) {
      const found = lookUp(name, retryable);
      if (found?.kind === 'replay') charge(retryable.key);
      return found;
    },
  })),
  'idem-spelling-second-effect': alters(
    'The same JSON in another spelling creates a second result.',
  )(({ parseJson, fingerprintBody, lookUp }, { records }) => {
    const texts = new WeakMap<Body, string>();
    const meaning = (fingerprint = '') => fingerprint.split(' ', 1)[0];
    return {
      parseJson(bytes) {
        const body = parseJson(bytes);
        texts.set(body, bytes.toString());
        return body;
      },
      fingerprintBody: (body) => `${fingerprintBody(body)} ${texts.get(body)}`,
      lookUp(name, retryable) {
        const { fingerprint } = retryable;
        const known = records.get(name)?.fingerprint;
        const isRespelled = known !== fingerprint && meaning(known) === meaning(fingerprint);
        return isRespelled ? undefined : lookUp(name, retryable);
      },
    };
  }),
  'idem-stream-flag-wrong-form': before('fingerprintBody')(
    'A retry with another stream switch gets the form of the first.',
  )((body) => [without(body, 'stream')]),
  'idem-stream-key-ignored': ignoresKey('The Idempotency-Key of a responses stream is ignored.')(
    ({ stream, operation }) => stream && operation === 'responses',
  ),
  'idem-stream-not-stored': ignoresKey('A retried stream is generated again.')(
    ({ stream }) => stream,
  ),
  'idem-truncate-255': readsKey('An Idempotency-Key is truncated to 255 characters.')((key) =>
    key?.slice(0, 255),
  ),
  'idem-video-second-job': alters('A retry after the job was cancelled starts a new job.')(
    ({ lookUp }, { jobs }) => ({
      lookUp(name, retryable) {
        const found = lookUp(name, retryable);
        if (found?.kind !== 'replay' || found.result.form !== 'body') return found;
        const { body } = found.result;
        const id = isJsonObject(body) ? String(body.id) : '';
        return jobs.get(id)?.cancelledMs === undefined ? found : undefined;
      },
    }),
  ),
};

/** Requests of this kind are executed as if they had no Idempotency-Key. */
function ignoresKey(summary: string) {
  return (ignored: (retryable: Retryable) => boolean): Alteration =>
    before('nameRecord')(summary)((retryable) => [
      ignored(retryable) ? { ...retryable, key: undefined } : retryable,
    ]);
}

/** The Idempotency-Key is read as this one. */
function readsKey(summary: string) {
  return (edit: (key: string | undefined) => string | undefined): Alteration =>
    before('readKey')(summary)((key, operation) => [edit(key), operation]);
}
