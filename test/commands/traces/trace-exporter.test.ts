import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readCollector } from '../../../src/commands/traces/collector.ts';
import { TraceExporter } from '../../../src/commands/traces/trace-exporter.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import {
  answer,
  type ExchangeFacts,
  event,
  stream,
} from '../../../src/library/testing/exchanges.ts';
import { loopbackServer } from '../../support/loopback-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const ORIGIN_MS = 1_700_000_000_000;

/** An exchange that carries a trace. */
function traced(change: ExchangeFacts = {}, flags = '01'): ExchangeFacts {
  const headers = [['traceparent', `00-${TRACE}-${SPAN}-${flags}`]] as const;
  return { sent: { model: 'm1', messages: 'a private prompt' }, request: { headers }, ...change };
}

const CHAT = {
  id: 'chatcmpl-1',
  model: 'm1-2026',
  choices: [{ message: { content: 'a private answer' } }],
  usage: { prompt_tokens: 3, completion_tokens: 4 },
};

/** What a collector receives of these exchanges, and the lines of the run. */
async function exported(exchanges: readonly Exchange[], respond?: RequestListener) {
  const bodies: string[] = [];
  const host = await loopbackServer(async (request, response) => {
    bodies.push(await text(request));
    if (respond) respond(request, response);
    else response.end('{}');
  });
  const lines: string[] = [];
  const exporter = opened(`http://${host}`, lines);
  for (const exchange of exchanges) exporter.add(exchange, ORIGIN_MS);
  await exporter.close();
  const spans = bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  return { spans, bodies, lines };
}

function opened(address: string, lines: string[]): TraceExporter {
  const collector = readCollector(address, {});
  if (collector === undefined) throw new Error('no collector');
  return new TraceExporter(collector, (line) => lines.push(line));
}

/** The values of a span, by key. */
function valuesOf({ attributes }: { attributes: { key: string; value: object }[] }) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

test('traces: a request is a client span under the names of the conventions, without bodies', async () => {
  const { spans, bodies, lines } = await exported([answer(CHAT, traced({ sentAtMs: 250 }))]);
  expect(spans).toEqual([
    expect.objectContaining({
      traceId: TRACE,
      spanId: SPAN,
      name: 'chat m1',
      kind: 3,
      startTimeUnixNano: '1700000000250000000',
      endTimeUnixNano: '1700000000255000000',
      status: {},
    }),
  ]);
  expect(valuesOf(spans[0])).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'm1',
    'gen_ai.response.id': 'chatcmpl-1',
    'gen_ai.response.model': 'm1-2026',
    'gen_ai.usage.input_tokens': '3',
    'gen_ai.usage.output_tokens': '4',
    'http.response.status_code': '200',
    'server.address': '127.0.0.1',
    'server.port': '8080',
    'assay.sender': 'a test',
  });
  expect(bodies.join()).not.toContain('private');
  expect(lines).toEqual(['Traces: 1 span sent']);
});

test('traces: a stream has its first chunk, and an error its class', async () => {
  const chunk = { ...CHAT, choices: [{ delta: { content: 'a' } }] };
  const { spans } = await exported([
    stream(
      [
        [event(chunk), 20],
        [event('[DONE]'), 30],
      ],
      traced({ sent: { model: 'm1', stream: true } }),
    ),
    answer({ error: {} }, traced({ status: 429 })),
    answer('', traced({ outcome: 'reset', unanswered: true })),
  ]);
  expect(valuesOf(spans[0])).toMatchObject({
    'gen_ai.request.stream': true,
    'gen_ai.response.time_to_first_chunk': 0.02,
    'gen_ai.usage.output_tokens': '4',
  });
  expect(spans.map((span) => valuesOf(span)['error.type'])).toEqual([undefined, '429', 'reset']);
  expect(spans.map(({ status }) => status.code)).toEqual([undefined, 2, 2]);
});

test('traces: what is not sampled, or carries no trace, is not sent', async () => {
  const { bodies, lines } = await exported([answer(CHAT), answer(CHAT, traced({}, '00'))]);
  expect(bodies).toEqual([]);
  expect(lines).toEqual(['Traces: 0 spans sent']);
});

const MANY = Array.from({ length: 600 }, () => answer(CHAT, traced()));

test.each([
  ['404', 'it returned 404', 404, '', 600],
  ['503', 'it returned 503', 503, '', 600],
  ['a redirect', 'it returned 302', 302, '', 600],
  [
    '200 and rejects some',
    'it rejected spans',
    200,
    '{"partialSuccess":{"rejectedSpans":"7"}}',
    14,
  ],
])('traces: a collector that answers %s is a warning, once', async (_, why, status, body, lost) => {
  const { lines } = await exported(MANY, (_request, response) => {
    response.writeHead(status).end(body);
  });
  expect(lines).toEqual([
    expect.stringMatching(
      RegExp(
        `^Traces: http://127\\.0\\.0\\.1:\\d+/v1/traces does not take spans \\(${why}\\)\\. The r`,
      ),
    ),
    `Traces: ${600 - lost} spans sent; ${lost} not taken by the collector`,
  ]);
});

test('traces: an unreachable collector is a warning, once', async () => {
  const lines: string[] = [];
  const exporter = opened('http://127.0.0.1:1', lines);
  for (const exchange of MANY) exporter.add(exchange, ORIGIN_MS);
  await exporter.close();
  expect(lines).toEqual([
    expect.stringMatching(
      /does not take spans \(.*(ECONNREFUSED|bad port).*\)\. The run goes on\.$/,
    ),
    'Traces: 0 spans sent; 600 not taken by the collector',
  ]);
});

test('traces: a collector that is silent delays the end by 5 s at most, and what it cannot take is dropped', async () => {
  const host = await loopbackServer(() => undefined);
  const lines: string[] = [];
  const exporter = opened(`http://${host}`, lines);
  const startedMs = performance.now();
  for (let round = 0; round < 5; round += 1) {
    for (const exchange of MANY) exporter.add(exchange, ORIGIN_MS);
  }
  expect(performance.now() - startedMs).toBeLessThan(2000);
  await exporter.close();
  expect(performance.now() - startedMs).toBeLessThan(9000);
  expect(lines).toEqual([
    expect.stringMatching(/\(it did not answer within 5 s\)\. The run goes on\.$/),
    expect.stringMatching(/^Traces: 0 spans sent; 440 dropped, because .*; 2560 not taken by the/),
  ]);
}, 20_000);
