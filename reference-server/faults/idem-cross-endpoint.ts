import type { Alteration } from '../hooks.ts';
import type { PostOperation } from '../routes.ts';

export const idemCrossEndpoint: Alteration = {
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
};
