import type { Alteration } from '../hooks.ts';

export const tpNotHttp: Alteration = {
  id: 'tp-not-http',
  summary: 'A body of another media type is refused with a line of text that is not HTTP.',
  hooks: ({ send }) => ({
    send(response, answer) {
      if (answer.status === 415) response.socket?.end('unsupported media type\r\n');
      else send(response, answer);
    },
  }),
};
