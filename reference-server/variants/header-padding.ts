import type { Alteration } from '../hooks.ts';

function pad(headers: Readonly<Record<string, string>>): Record<string, string> {
  const padded = Object.entries(headers).map(([name, value]) => [name, ` \t${value}\t `]);
  return Object.fromEntries(padded);
}

export const headerPadding: Alteration = {
  id: 'header-padding',
  summary: 'Spaces and tabs stand around the values of headers.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      send(response, { ...answer, headers: pad(answer.headers) });
    },
    streamHeaders: (operation) => pad(streamHeaders(operation)),
  }),
};
