import type { Alteration } from '../hooks.ts';

function pad(headers: Readonly<Record<string, string>>): Record<string, string> {
  const padded = Object.entries(headers).map(([name, value]) => [name, ` \t${value}\t `]);
  return Object.fromEntries(padded);
}

export const headerPadding: Alteration = {
  id: 'header-padding',
  summary: 'The values of headers have spaces and tabs around them.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      send(response, { ...answer, headers: pad(answer.headers) });
    },
    streamHeaders: (operation) => pad(streamHeaders(operation)),
  }),
};
