import type { Alteration } from '../hooks.ts';

function capitals(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  return Object.fromEntries(named);
}

export const headerCase: Alteration = {
  id: 'header-case',
  summary: 'Header names are in capitals.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      send(response, { ...answer, headers: capitals(answer.headers) });
    },
    streamHeaders: (operation) => capitals(streamHeaders(operation)),
  }),
};
