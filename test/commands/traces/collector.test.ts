import { expect, test } from 'vitest';
import { readCollector } from '../../../src/commands/traces/collector.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { testFolder, writerIn } from '../../support/test-folder.ts';

const folder = await testFolder('collector');
const write = writerIn(folder);

test.each([
  ['http://collector:4318', {}, 'http://collector:4318/v1/traces'],
  ['https://collector/otlp/', {}, 'https://collector/otlp/v1/traces'],
  ['http://collector:4318/v1/traces', {}, 'http://collector:4318/v1/traces'],
  [true, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, 'http://c:4318/v1/traces'],
  [true, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/mine' }, 'http://c/mine'],
  ['http://named:1', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' }, 'http://named:1/v1/traces'],
  [true, {}, undefined],
  [true, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
] as const)('traces: %s with %j is the collector %s', (traces, environment, url) => {
  expect(readCollector(traces, environment)?.url.href).toBe(url);
});

test('traces: headers and resource come from the variables of OpenTelemetry', () => {
  const { headers, attributes } =
    readCollector('http://c', {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme, authorization=Basic%20YTpi%3D',
      OTEL_RESOURCE_ATTRIBUTES: 'build=1234,service.name=other',
      OTEL_SERVICE_NAME: 'nightly',
    }) ?? {};
  expect(headers?.get('x-tenant')).toBe('acme');
  expect(headers?.get('authorization')).toBe('Basic YTpi=');
  expect(attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'nightly' } },
    { key: 'build', value: { stringValue: '1234' } },
  ]);
});

const CONFORM = ['conform', '--rule', 'auth-before-everything'];
const PRIVATE = 'b3a1f0c97e';

test.each([
  [
    'another scheme',
    'ftp://c:4318',
    {},
    /^--traces needs the http\(s\) address of a collector, such as/,
  ],
  [
    'credentials',
    `http://me:${PRIVATE}@c`,
    {},
    /^--traces must not contain credentials: they come/,
  ],
  ['a variable without an address', '', { OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4318' }, /^OTEL_EXPORT/],
  [
    'a collector for gRPC',
    '',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    },
    /^OTEL_EXPORTER_OTLP_ENDPOINT is for gRPC, as OTEL_EXPORTER_OTLP_PROTOCOL says/,
  ],
  [
    'a header without a value',
    'http://c',
    { OTEL_EXPORTER_OTLP_HEADERS: PRIVATE },
    /^OTEL_EXPORTER_OTLP_HEADERS needs name=value pairs/,
  ],
  [
    'a header that HTTP cannot carry',
    'http://c',
    { OTEL_EXPORTER_OTLP_HEADERS: `x-key=${PRIVATE}%0d%0aevil: 1` },
    /^OTEL_EXPORTER_OTLP_HEADERS contains a header that HTTP cannot carry/,
  ],
])('traces: %s is refused before anything is sent', async (_, address, env, message) => {
  const words = [...CONFORM, '--traces', ...(address === '' ? [] : [address])];
  await expectRefused(words, message, { env, cwd: folder });
  const { stderr } = await assay(words, { env, cwd: folder });
  expect(stderr).not.toContain(PRIVATE);
});

test.each([
  ['traces: ftp://c\n', /^Configuration is malformed: a\.yaml\. traces: needs the http\(s\) addr/],
  [
    'traces: 4318\n',
    /^Configuration is malformed: a\.yaml\. traces: needs true or the address of a collector\.$/m,
  ],
  ['traceShare: 1.5\n', /^Configuration is malformed: a\.yaml\. traceShare: needs at most 1/],
  [
    'traceLink: https://jaeger/trace\n',
    /^Configuration is malformed: a\.yaml\. traceLink: needs an http\(s\) address with/,
  ],
  [
    'traceLink: javascript:{traceId}\n',
    /^Configuration is malformed: a\.yaml\. traceLink: needs an http\(s\) address with/,
  ],
])('traces: %j in the configuration is refused', async (text, message) => {
  await write('a.yaml', text);
  await expectRefused([...CONFORM, '--config', 'a.yaml'], message, { cwd: folder });
});
