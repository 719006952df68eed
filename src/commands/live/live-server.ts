import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { runDocument } from '../../report/document/run-document.ts';
import { headMarkup } from '../../report/formats/html/head.ts';
import { clip } from '../../report/phrases/printable.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { namesThisMachine } from '../../target/upstream/listen-address.ts';
import { listenProblem } from '../target/listen-problem.ts';
import type { ProgressUpdate } from '../terminal/progress.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import { KEPT_LINES, LIVE_PAGE } from './live-page.ts';

const HOST = '127.0.0.1';
/** Pages that are open at once. */
const READERS = 8;
const CONNECTIONS = 32;
/** What a slow reader may have waiting before it is dropped; it may connect again. */
const WAITING_BYTES = 256 * 1024;
const LINE_CHARACTERS = 400;
/** How long readers may take for the last event. */
const GRACE_MS = 1000;

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  Connection: 'close',
};

interface LiveUpdate extends ProgressUpdate {
  /** It holds all so far. */
  readonly isFirst?: true;
  /** The last event: the verdict as the report shows it, and where that is. */
  readonly end?: { readonly title: string; readonly head: string; readonly folder: string };
}

/** Serves the progress of a run as one page, on this machine only. */
export class LiveServer {
  readonly #server: Server;
  readonly #readers = new Set<ServerResponse>();
  #soFar: LiveUpdate = {};

  private constructor(server: Server) {
    this.#server = server.on('request', (request, response) => this.#answer(request, response));
  }

  /** @throws SetupError when nothing can listen at the port; 0 takes a free one */
  static async open(port: number): Promise<LiveServer> {
    const { createServer } = await import('node:http');
    const server = createServer();
    const live = new LiveServer(server);
    server.maxConnections = CONNECTIONS;
    server.listen(port, HOST);
    try {
      await once(server, 'listening');
    } catch (error) {
      throw listenProblem(error, HOST, port, '--live') ?? error;
    }
    return live;
  }

  get address(): string {
    const address = this.#server.address();
    return `http://${HOST}:${typeof address === 'object' ? address?.port : address}/`;
  }

  /** Sends what is new to every page, and keeps it for those that come later. */
  send(update: LiveUpdate): void {
    const { lines = [], failed = [] } = this.#soFar;
    const added = {
      ...update,
      lines: shortened(update.lines),
      failed: shortened(update.failed),
    };
    this.#soFar = {
      ...this.#soFar,
      ...added,
      lines: [...lines, ...added.lines].slice(-KEPT_LINES),
      failed: [...failed, ...added.failed].slice(-KEPT_LINES),
    };
    if (this.#readers.size === 0) return;
    const event = eventOf(added);
    for (const reader of this.#readers) {
      if (reader.writableLength > WAITING_BYTES) reader.destroy();
      else reader.write(event);
    }
  }

  /** @param folder of its files */
  end(report: RunReport, folder: string): void {
    const { title, head } = runDocument(withoutSecrets(report));
    this.send({ end: { title, head: headMarkup(head).text, folder } });
  }

  /** Pages keep what they show. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const reader of this.#readers) reader.end();
    const timer = setTimeout(() => this.#server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(timer);
  }

  #answer({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
    if (!namesThisMachine(headers.host ?? '')) {
      refuse(response, 403, 'The Host header names another machine: use 127.0.0.1 or localhost.');
    } else if (method !== 'GET') {
      response.setHeader('Allow', 'GET');
      refuse(response, 405, 'This page is only read.');
    } else if (url === '/') {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
      response.end(LIVE_PAGE);
    } else if (url === '/events') {
      this.#stream(headers['sec-fetch-site'], response);
    } else refuse(response, 404, 'There is nothing here: the page is at /.');
  }

  /** @param site whose page asks; absent outside browsers */
  #stream(site: string | string[] | undefined, response: ServerResponse): void {
    if (site === 'cross-site' || site === 'same-site') {
      refuse(response, 403, 'A page of another site may not read this.');
      return;
    }
    if (this.#readers.size >= READERS) {
      refuse(response, 503, `At most ${READERS} pages at once: close one.`);
      return;
    }
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
    response.on('error', () => response.destroy());
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    response.write(eventOf({ ...this.#soFar, isFirst: true }));
  }
}

/** Without secrets first: a piece of one would not be found. */
function shortened(lines: readonly string[] = []): readonly string[] {
  return lines.map((line) => clip(withoutSecrets(line), LINE_CHARACTERS));
}

/** JSON has no line feed, which would end the event. */
function eventOf(update: LiveUpdate): string {
  return `data: ${JSON.stringify(withoutSecrets(update))}\n\n`;
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${sentence}\n`);
}
