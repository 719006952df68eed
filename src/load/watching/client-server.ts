import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { acceptClients, type Speech } from '../../../reference-server/http/accept-clients.ts';
import { http2Clients } from './http2-clients.ts';

export type { Speech as ClientSpeech };

/** A server that hands on each connection as one of HTTP/1.1, without TLS. */
export function clientServer(
  onConnection: (client: Duplex) => void,
  speech: Speech,
): { readonly server: Server; cut(): void } {
  const modern = speech.http2 === true ? http2Clients(onConnection) : undefined;
  return acceptClients(
    (client, speaksHttp2) => {
      if (speaksHttp2) modern?.emit('connection', client);
      else onConnection(client);
    },
    { ...speech, allowHalfOpen: true },
  );
}
