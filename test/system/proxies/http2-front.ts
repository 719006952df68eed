import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import { requestShort } from '../../../src/exchange/http/short-request.ts';
import { freePort } from '../support/free-port.ts';

const START_MS = 60_000;

interface Place {
  readonly port: number;
  /** `HOST:PORT` of the gateway. */
  readonly gateway: string;
  readonly folder: string;
}

/** Servers of Debian that speak HTTP/2 with TLS in front of a gateway that speaks HTTP/1.1. */
const FRONTS = {
  nginx: {
    flags: (folder: string) => ['-p', folder, '-c', 'front.conf'],
    // A connection ends with GOAWAY after each fifty requests.
    configuration: ({ port, gateway }: Place) => `
      daemon off;
      worker_processes 1;
      pid nginx.pid;
      error_log stderr crit;
      events { worker_connections 1024; }
      http {
        access_log off;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        client_max_body_size 80m;
        server {
          listen 127.0.0.1:${port} ssl http2;
          ssl_certificate cert.pem;
          ssl_certificate_key cert.pem;
          keepalive_requests 50;
          location / {
            proxy_pass http://${gateway};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_buffering off;
            proxy_request_buffering off;
            proxy_next_upstream off;
          }
        }
      }`,
  },
  haproxy: {
    flags: (folder: string) => ['-f', join(folder, 'front.conf')],
    configuration: ({ port, gateway, folder }: Place) => `
defaults
  mode http
  timeout connect 2s
  timeout client 120s
  timeout server 60s
  retries 0
  option http-no-delay
  option abortonclose
frontend callers
  bind 127.0.0.1:${port} ssl crt ${folder}/cert.pem alpn h2,http/1.1
  default_backend gateway
backend gateway
  server gateway ${gateway}
`,
  },
} as const;

/**
 * Starts one until the test has finished.
 * @param address of the gateway, with its path
 * @returns the address with https, and the certificate
 */
export async function startHttp2Front(
  name: keyof typeof FRONTS,
  address: string,
): Promise<{ readonly target: string; readonly ca: string }> {
  const { flags, configuration } = FRONTS[name];
  const folder = await mkdtemp(join(tmpdir(), 'assay-front-'));
  // nginx gives up the rights of root.
  await chmod(folder, 0o777);
  const { key, cert } = certificate('self-signed');
  const port = await freePort();
  const { host, pathname } = new URL(address);
  await writeFile(join(folder, 'cert.pem'), cert + key);
  await writeFile(join(folder, 'front.conf'), configuration({ port, gateway: host, folder }));
  const child = spawn(name, flags(folder), { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  const target = `https://127.0.0.1:${port}${pathname.replace(/\/$/, '')}`;
  const order = {
    access: { ...NO_ACCESS, http2: true as const, tls: { ca: cert } },
    largestBytes: 4096,
    deadlineMs: 1000,
  };
  const deadlineMs = performance.now() + START_MS;
  while (!(await requestShort(`${target}/healthz`, order).then(Boolean, () => false))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      throw new Error(`${name} does not answer.`);
    }
    await wait(20);
  }
  return { target, ca: cert };
}
