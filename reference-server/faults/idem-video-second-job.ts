import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const idemVideoSecondJob: Alteration = {
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
};
