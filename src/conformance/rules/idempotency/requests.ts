import { BILLABLE } from '../../../contract/operations.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { keyLengths } from '../../probes/key-lengths.ts';
import { withAndWithoutKey } from '../../probes/without-idempotency-key.ts';
import { answeredWith, idempotencyKeyRefused } from '../../rows/requests.ts';

export const idempotencyEmptyRefused = idempotencyKeyRefused('idempotency-empty-refused', {
  level: 'must',
  stated:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"; RFC 9110 §5.5 (spaces around a value are not part of it)',
  statement: 'An empty Idempotency-Key, or one of spaces only, is refused.',
  harm: 'A caller whose key is empty by mistake expects protection: its retry is billed again.',
  provenBy: 'idem-empty-as-absent',
  operations: BILLABLE,
  probe: keyLengths,
  key: 'an empty key',
  isMeant: (key) => key.trim() === '',
  illegal: ['', '   '],
});

export const idempotencyLength256Refused = idempotencyKeyRefused('idempotency-length-256-refused', {
  level: 'must',
  stated:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"',
  statement: 'An Idempotency-Key of 256 characters is refused.',
  harm: 'A truncated key can equal the key of another request: one of the two gets no result.',
  provenBy: 'idem-truncate-255',
  operations: BILLABLE,
  probe: keyLengths,
  key: 'a key of 256 characters',
  isMeant: (key) => key.length === 256,
  illegal: ['k'.repeat(256)],
});

export const idempotencyOptional = answeredWith('idempotency-optional', {
  level: 'must',
  stated:
    'interface §Endpoints: "Billable POST endpoints accept the optional Idempotency-Key header"',
  statement: 'A billable request without an Idempotency-Key is accepted.',
  harm: 'Most clients send no Idempotency-Key: a gateway that demands one refuses them all.',
  provenBy: 'idem-key-required',
  operations: BILLABLE,
  probe: withAndWithoutKey,
  allows: (status) => isSuccess({ status }),
  expected: () => '2xx without an Idempotency-Key, as with one',
  legal: [200, 202],
  illegal: [400, 422, 500],
});
