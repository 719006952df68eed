import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** An HTTP proxy on loopback that sends everything to one place. */
export interface ForwardProxy {
  /** `HOST:PORT`. */
  readonly host: string;
  /** What it received, such as `CONNECT gateway.test:443`. */
  readonly asked: string[];
}

interface ProxyOptions {
  /** `HOST:PORT`, whatever host a request names. */
  readonly to?: string;
  /** The value of Proxy-Authorization without which it answers 407. */
  readonly authorization?: string;
  /** What it does in place of passing on: answers with a page, closes the connection, or nothing. */
  readonly fails?: number | 'cut' | 'hang';
}

/** Starts such a proxy, until the test has finished. */
export async function forwardProxy({
  to = '127.0.0.1:1',
  authorization,
  fails,
}: ProxyOptions): Promise<ForwardProxy> {
  const asked: string[] = [];
  const [host = '', port] = to.split(':');
  const failureOf = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    const isKnown = authorization === undefined || headers['proxy-authorization'] === authorization;
    return isKnown ? fails : 407;
  };
  const server = createServer((incoming, response) => {
    const failure = failureOf(incoming);
    if (failure === 'cut') incoming.socket.destroy();
    else if (typeof failure === 'number') {
      response.writeHead(failure, { 'content-type': 'text/html' }).end('<p>No.</p>');
    } else if (failure === undefined) {
      const { method, url = '', headers } = incoming;
      const { 'proxy-authorization': _, ...others } = headers;
      const { pathname, search } = new URL(url);
      const passed = request(
        { host, port, method, path: pathname + search, headers: others },
        (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        },
      );
      passed.on('error', () => response.writeHead(502).end());
      incoming.pipe(passed);
    }
  });
  server.on('connect', (incoming, client) => {
    const failure = failureOf(incoming);
    if (failure === 'cut') client.destroy();
    else if (typeof failure === 'number') client.end(`HTTP/1.1 ${failure} No\r\n\r\n`);
    else if (failure === undefined) {
      const gateway = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(gateway).pipe(client);
      });
      gateway.on('error', () => client.destroy());
      client.on('error', () => gateway.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { host: `127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`, asked };
}
