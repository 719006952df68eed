import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const tpChunked411: Alteration = {
  id: 'tp-chunked-411',
  summary: 'A chunked request body is refused.',
  hooks: ({ readBody }) => ({
    async readBody(request) {
      if (request.headers['transfer-encoding'] === undefined) return await readBody(request);
      throw new Refusal({
        status: 411,
        type: 'invalid_request_error',
        message: 'The length of the body must be stated.',
      });
    },
  }),
};
