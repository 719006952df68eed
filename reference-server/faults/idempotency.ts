import { keepsAs, readsKey } from '../edits/requests.ts';
import type { Alteration } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import type { Form } from '../http/form.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';
import type { PostOperation } from '../routes.ts';
import { lateClaim } from '../state/late-claim.ts';

const OPERATIONS: readonly PostOperation[] = [
  'chat',
  'responses',
  'images',
  'transcription',
  'video-create',
];

export const idempotencyFaults: readonly Alteration[] = [
  {
    id: 'idem-5xx-wedges',
    summary: 'A key stays in flight after a failure.',
    hooks: ({ begin }) => ({
      begin(name, retryable) {
        const begun = begin(name, retryable);
        if (begun.kind === 'replay') return begun;
        return { kind: 'fresh', claim: { settle: begun.claim.settle, release() {} } };
      },
    }),
  },
  keepsAs('idem-chat-only', 'Only chat honours the Idempotency-Key.', (retryable) =>
    retryable.operation === 'chat' ? retryable : undefined,
  ),
  {
    id: 'idem-check-then-set',
    summary:
      'The gateway looks up an Idempotency-Key and stores it in two steps, with a gap between them.',
    hooks: ({ claim }) => ({ claim: lateClaim(claim) }),
  },
  {
    id: 'idem-compares-prompt-only',
    summary:
      'Bodies under an Idempotency-Key are compared only by model and prompt, files only by size.',
    hooks: ({ fingerprintBody, fingerprintForm }) => ({
      fingerprintBody({ model, messages, input, prompt }) {
        const last = Array.isArray(messages) ? messages.at(-1) : undefined;
        return fingerprintBody({ model, messages: last ?? null, input, prompt });
      },
      fingerprintForm: ({ parts }) =>
        fingerprintForm({ parts: parts.map((part) => ({ ...part, digest: '' })) }),
    }),
  },
  {
    id: 'idem-cross-endpoint',
    summary: 'A key used on another endpoint replays the answer of that endpoint.',
    hooks({ nameRecord, lookUp, begin }, { records }) {
      const operations = new Map<string, PostOperation>();
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
    },
  },
  readsKey('idem-empty-as-absent', 'An empty Idempotency-Key is ignored.', (header) =>
    header === '' ? undefined : header,
  ),
  keepsAs('idem-global-scope', 'All tenants share their Idempotency-Keys.', (retryable) => ({
    ...retryable,
    tenant: 'first',
  })),
  {
    id: 'idem-ignores-body',
    summary: 'The first result is replayed for another body.',
    hooks: ({ lookUp }, { records }) => ({
      lookUp(name, retryable) {
        const fingerprint = records.get(name)?.fingerprint ?? retryable.fingerprint;
        return lookUp(name, { ...retryable, fingerprint });
      },
    }),
  },
  keepsAs(
    'idem-implicit-dedupe',
    'Equal requests without an Idempotency-Key get one result.',
    (retryable) => ({ ...retryable, key: retryable.key ?? retryable.fingerprint }),
  ),
  {
    id: 'idem-in-flight-500',
    summary: 'A retry while the first request is in flight returns 500.',
    hooks: ({ lookUp }) => ({
      lookUp(name, retryable) {
        return onRefusal(
          () => lookUp(name, retryable),
          (refusal) => {
            throw refusal.code === 'idempotency_in_flight' ? Refusal.failed() : refusal;
          },
        );
      },
    }),
  },
  readsKey('idem-key-case-folded', 'Idempotency-Keys are compared without case.', (header) =>
    header?.toLowerCase(),
  ),
  readsKey(
    'idem-key-ends',
    'Only the first 12 and the last 4 characters of an Idempotency-Key are compared.',
    (header) =>
      header && header.length > 16 ? `${header.slice(0, 12)}${header.slice(-4)}` : header,
  ),
  readsKey(
    'idem-key-letters-only',
    'An Idempotency-Key with other characters than letters, digits and hyphens is refused.',
    (header) => {
      if (header === undefined || /^[\w-]*$/.test(header)) return header;
      throw Refusal.badRequest('The Idempotency-Key is not valid.', 'invalid_idempotency_key');
    },
  ),
  readsKey(
    'idem-key-required',
    'A billable POST without an Idempotency-Key is refused.',
    (header) => {
      if (header === undefined) throw Refusal.badRequest('The Idempotency-Key is missing.');
      return header;
    },
  ),
  {
    id: 'idem-lock-leak',
    summary: 'After a client disconnected, its Idempotency-Key stays in flight forever.',
    hooks: ({ onClientDisconnect }) => ({
      onClientDisconnect: (keyed) => (keyed ? 'hold' : onClientDisconnect(keyed)),
    }),
  },
  readsKey('idem-max-254', 'An Idempotency-Key of 255 characters is refused.', (header) => {
    if (header?.length === 255) throw Refusal.badRequest('The Idempotency-Key is too long.');
    return header;
  }),
  {
    id: 'idem-mismatch-409',
    summary:
      'Another body with the same key gets an answer as if the first request were in flight.',
    hooks: ({ lookUp }) => ({
      lookUp(name, retryable) {
        return onRefusal(
          () => lookUp(name, retryable),
          (refusal) => {
            if (refusal.code !== 'idempotency_key_reused') throw refusal;
            throw refusal.with({ status: 409, code: 'idempotency_in_flight' });
          },
        );
      },
    }),
  },
  {
    id: 'idem-mismatch-evicts',
    summary: 'Another body with the same key replaces the first.',
    hooks: ({ lookUp, begin }) => ({
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
  },
  {
    id: 'idem-no-replay',
    summary: 'A retry creates a new result.',
    hooks: ({ lookUp }) => ({
      lookUp(name, retryable) {
        const found = lookUp(name, retryable);
        return found?.kind === 'replay' ? undefined : found;
      },
    }),
  },
  {
    id: 'idem-raw-byte-fingerprint',
    summary: 'A form with another boundary counts as another request.',
    hooks({ receiveForm, fingerprintForm }) {
      const contentTypes = new WeakMap<Form, string>();
      return {
        async receiveForm(request, steps) {
          const form = await receiveForm(request, steps);
          contentTypes.set(form, request.headers['content-type'] ?? '');
          return form;
        },
        fingerprintForm: (form) => `${contentTypes.get(form)} ${fingerprintForm(form)}`,
      };
    },
  },
  {
    id: 'idem-replay-before-auth',
    summary: 'A stored result is replayed before the key is checked.',
    hooks: ({ authorize, nameRecord }, { records }) => ({
      authorize(caller) {
        const { idempotencyKey: key } = caller;
        const stored = OPERATIONS.some((operation) => {
          const facts = {
            tenant: 'first',
            operation,
            key,
            fingerprint: '',
            stream: false,
          } as const;
          return records.get(nameRecord(facts) ?? '')?.result !== undefined;
        });
        return stored ? 'first' : authorize(caller);
      },
    }),
  },
  {
    id: 'idem-replay-bills',
    summary: 'A replay is billed again.',
    hooks: ({ lookUp, charge }) => ({
      lookUp(name, retryable) {
        const found = lookUp(name, retryable);
        if (found?.kind === 'replay') charge(retryable.key);
        return found;
      },
    }),
  },
  {
    id: 'idem-spelling-second-effect',
    summary: 'The same JSON in another spelling creates a second result.',
    hooks({ parseJson, nameRecord, fingerprintBody }) {
      const firsts = new Map<string, string>();
      const latest = new Map<string, string>();
      const texts = new WeakMap<Body, string>();
      return {
        parseJson(bytes) {
          const body = parseJson(bytes);
          texts.set(body, bytes.toString());
          return body;
        },
        fingerprintBody(body) {
          const fingerprint = fingerprintBody(body);
          const text = texts.get(body) ?? '';
          latest.set(fingerprint, text);
          if (!firsts.has(fingerprint)) firsts.set(fingerprint, text);
          return fingerprint;
        },
        nameRecord(retryable) {
          const name = nameRecord(retryable);
          const text = latest.get(retryable.fingerprint);
          return name && (text === firsts.get(retryable.fingerprint) ? name : `${name} ${text}`);
        },
      };
    },
  },
  {
    id: 'idem-stream-flag-wrong-form',
    summary: 'A retry with another stream switch gets the form of the first.',
    hooks: ({ fingerprintBody }) => ({
      fingerprintBody(body) {
        const { stream: _, ...others } = body;
        return fingerprintBody(others);
      },
    }),
  },
  keepsAs(
    'idem-stream-key-ignored',
    'The Idempotency-Key of a responses stream is ignored.',
    (retryable) =>
      retryable.stream && retryable.operation === 'responses' ? undefined : retryable,
  ),
  keepsAs('idem-stream-not-stored', 'A retried stream is generated again.', (retryable) =>
    retryable.stream ? undefined : retryable,
  ),
  readsKey('idem-truncate-255', 'An Idempotency-Key is truncated to 255 characters.', (header) =>
    header?.slice(0, 255),
  ),
  {
    id: 'idem-video-second-job',
    summary: 'A retry after the job was cancelled starts a new job.',
    hooks: ({ lookUp }, { jobs }) => ({
      lookUp(name, retryable) {
        const found = lookUp(name, retryable);
        if (found?.kind !== 'replay' || found.result.form !== 'body') return found;
        const { body } = found.result;
        const id = isJsonObject(body) ? String(body.id) : '';
        return jobs.get(id)?.cancelledMs === undefined ? found : undefined;
      },
    }),
  },
];
