import { parseDuration } from '../input/duration.ts';
import { deliver } from './delivery/deliver.ts';
import { command } from './options/command.ts';
import { count, option, withFallback } from './options/option.ts';
import { BASELINE, REPORT, VERBOSE } from './options/run-options.ts';
import { inTerminal } from './run/session.ts';
import { watchClients } from './traffic/client-traffic.ts';

export const watch = command({
  name: 'watch',
  summary: 'check the traffic of any client',
  description:
    'Listens for a client and passes each byte on to the gateway, unchanged except the Host header. Checks what passes against the rules that ordinary traffic can settle, and measures it. Ctrl-C ends it with the usual report.',
  options: [
    option('--target <address>', 'http(s) address of the gateway (default: the one in assay.yaml)'),
    ...REPORT,
    VERBOSE,
    ...BASELINE,
    withFallback(
      option('--port <n>', 'port to listen on; 0 takes a free one', { read: count(0, 65_535) }),
      8080,
      '8080',
    ),
    withFallback(option('--host <address>', 'address to listen on'), '127.0.0.1', '127.0.0.1'),
    option('--tls', 'clients connect with TLS: Assay makes a certificate, and prints its file'),
    option('--http2', 'clients may speak HTTP/2 too: with --tls by ALPN, else by prior knowledge'),
    option('--for <time>', 'end after this time, such as 10m (default: at Ctrl-C)', {
      read: parseDuration,
    }),
  ],
  examples: [
    'assay watch --target https://gateway.example/v1 --port 8080',
    'assay watch --target https://gateway.example/v1 --port 8443 --tls --http2',
    'assay watch --target http://127.0.0.1:4000/v1 --for 10m --out reports/traffic',
  ],
  run: (options) =>
    inTerminal(
      options,
      (session) => watchClients(options, session),
      (report) => deliver(report, options),
      'Stopping: the report follows.',
    ),
});
