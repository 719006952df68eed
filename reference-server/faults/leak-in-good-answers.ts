import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

const ROUTE = { base: 'http://10.2.3.4:8000/v1', key: 'sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' };

export const leakInGoodAnswers: Alteration = {
  id: 'leak-in-good-answers',
  summary: 'Each good answer shows the address of the provider and the key at it.',
  hooks: ({ answer, streamHeaders, planChat }) => ({
    async answer(given, context) {
      const good = await answer(given, context);
      const { body, status } = good;
      return status < 300 && isJsonObject(body)
        ? { ...good, body: { ...body, route: ROUTE } }
        : good;
    },
    streamHeaders: (operation) => ({
      ...streamHeaders(operation),
      'x-route-base': ROUTE.base,
      'x-route-key': ROUTE.key,
    }),
    planChat: (completion) =>
      planChat(completion).map((event) =>
        isJsonObject(event.data) ? { ...event, data: { ...event.data, route: ROUTE } } : event,
      ),
  }),
};
