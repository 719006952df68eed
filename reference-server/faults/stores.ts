import { alters } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { judgeRetry, Records, type StoredRecord } from '../state/idempotency.ts';

const LATE_MS = 1000;

/**
 * Faults of what several processes share, or what a restart survives: one process never shows them. An
 * exploration with a replica or with restarts finds them (test/explore/replicas.test.ts).
 */
export const storesFaults: Alterations = {
  'store-job-ids-reused': alters('Each process counts the ids of its video jobs from 1.')(
    ({ newId }) => {
      let jobs = 0;
      return {
        newId(prefix) {
          if (prefix !== 'video_') return newId(prefix);
          jobs += 1;
          return `${prefix}${jobs}`;
        },
      };
    },
  ),
  'store-keys-lost': alters('A start forgets all Idempotency-Keys.')((_, { records }) => {
    records.clear();
    return {};
  }),
  'store-keys-per-process': alters('Each process has Idempotency-Keys of its own.')(() => {
    const own = new Records();
    return {
      lookUp: (name, retryable) => judgeRetry(own.get(name), retryable),
      begin: (name, { fingerprint }) => ({ kind: 'fresh', claim: own.begin(name, fingerprint) }),
    };
  }),
  'store-record-late': alters(
    'A result is stored under its Idempotency-Key a second after it was billed and sent.',
  )(({ lookUp, begin }) => {
    const late = new Map<string, StoredRecord>();
    return {
      lookUp: (name, retryable) => judgeRetry(late.get(name), retryable) ?? lookUp(name, retryable),
      begin(name, retryable) {
        const begun = begin(name, retryable);
        if (begun.kind === 'replay') return begun;
        const { settle, release } = begun.claim;
        return {
          kind: 'fresh',
          claim: {
            release,
            settle(result, sizeBytes) {
              late.set(name, { fingerprint: retryable.fingerprint, result });
              setTimeout(() => {
                late.delete(name);
                settle(result, sizeBytes);
              }, LATE_MS);
            },
          },
        };
      },
    };
  }),
};
