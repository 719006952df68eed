import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const respItemNoRole: Alteration = {
  id: 'resp-item-no-role',
  summary: 'The message of a response has no role.',
  hooks: ({ presentResponse }) => ({
    presentResponse(completion) {
      const body = presentResponse(completion);
      const items = Array.isArray(body.output) ? body.output.filter(isJsonObject) : [];
      return { ...body, output: items.map((item) => ({ ...item, role: undefined })) };
    },
  }),
};
