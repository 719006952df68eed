import { BILLABLE } from '../../../contract/operations.ts';
import { keyLengths } from '../../probes/key-lengths.ts';
import { idempotencyKeyRefused } from '../../rows/requests.ts';

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
