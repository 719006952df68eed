import { expect, test } from 'vitest';
import { requestsStream } from '../../../src/answers/sent-body.ts';
import { hostileRequests } from '../../../src/conformance/probes/hostile-requests.ts';
import { requestForms } from '../../../src/conformance/probes/http-encodings.ts';
import {
  badJson,
  chatsOfMediaTypes,
  headAndOptions,
  wrongMethods,
} from '../../../src/conformance/probes/malformed-requests.ts';
import { largeFiles } from '../../../src/conformance/probes/transcription.ts';
import { unauthenticated } from '../../../src/conformance/probes/unauthenticated.ts';
import type { Probe } from '../../../src/conformance/rule.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { EXPECT } from '../../support/judge-reference.ts';

/** What a probe sends to a gateway without failures, as its label and the line of its request. */
async function dryRun(probe: Probe<'series'>) {
  const gathered = await probe.run(new DryRunGateway(probe.name, EXPECT));
  return gathered.flatMap(({ label, exchanges }) =>
    exchanges.map(({ request }) => ({ label, request })),
  );
}

test('bad JSON: a valid request in which one byte is not UTF-8 goes to each operation that takes JSON', async () => {
  const sent = (await dryRun(badJson)).filter(({ label }) => label === 'text that is not UTF-8');
  expect(sent.map(({ request }) => new URL(request.url).pathname)).toEqual([
    '/chat/completions',
    '/responses',
    '/images/generations',
    '/videos',
  ]);
  for (const { request } of sent) {
    const text = request.body.kind === 'text' ? request.body.text : '';
    expect(text.match(/\uFFFD/g), request.url).toHaveLength(1);
    expect(JSON.parse(text)).toHaveProperty('model');
  }
});

test('unauthenticated: without a key, and with one never issued, streams are requested too', async () => {
  const gathered = await unauthenticated.run(new DryRunGateway(unauthenticated.name, EXPECT));
  const streamed = gathered.filter((exchange) => requestsStream(exchange, EXPECT.streamField));
  const sent = streamed.map(({ operation, request }) => `${operation} ${request.credential}`);
  expect(sent.toSorted()).toEqual(['chat none', 'chat other', 'responses none', 'responses other']);
});

test('large files: each goes to the model that answers with its digest', async () => {
  const sent = await dryRun(largeFiles);
  const models = sent.map(
    ({ request: { body } }) => body.kind === 'multipart' && body.fields[0]?.[1],
  );
  expect(models.filter((model) => model === EXPECT.echoModel)).toHaveLength(2);
});

test('hostile requests: each is between two valid ones, and the large one is 64 MiB', async () => {
  const gathered = await hostileRequests.run(new DryRunGateway('hostile', EXPECT));
  const sizes = gathered.map(({ label, exchanges }) => {
    expect(exchanges, label).toHaveLength(3);
    const body = exchanges[1]?.request.body;
    return body?.kind === 'text' ? body.sizeBytes : 0;
  });
  expect(Math.max(...sizes)).toBeGreaterThan(64 * 1024 * 1024);
  const headers = gathered.at(-1)?.exchanges[1]?.request.headers ?? [];
  expect(Math.max(...headers.map(([, value]) => value.length))).toBe(100_000);
});

test('media types: the members of a chat are also sent as the fields of a form', async () => {
  const sent = await dryRun(chatsOfMediaTypes);
  const form = sent.findLast(({ label }) => label === 'multipart/form-data')?.request.body;
  const fields = form?.kind === 'multipart' ? form.fields.map(([name]) => name) : [];
  expect(fields).toEqual(['model', 'messages']);
});

test('HEAD and OPTIONS: each path is requested, and HEAD with GET as a control', async () => {
  const sent = await dryRun(headAndOptions);
  for (const method of ['OPTIONS', 'HEAD', 'GET']) {
    const asked = sent.filter(({ request }) => request.method === method);
    expect(
      asked.map(({ request }) => new URL(request.url).pathname),
      method,
    ).toEqual([
      '/chat/completions',
      '/responses',
      '/images/generations',
      '/videos',
      '/audio/transcriptions',
      expect.stringMatching(/^\/videos\/./),
    ]);
  }
});

test('wrong methods: a job is also requested with each of its own methods', async () => {
  const methods = async (gateway: DryRunGateway) =>
    (await wrongMethods.run(gateway)).at(-1)?.exchanges.map(({ request }) => request.method);
  expect(await methods(new DryRunGateway('all', EXPECT))).toEqual(['PUT', 'GET', 'DELETE']);
  const uncancelled = new DryRunGateway('some', EXPECT, {
    isAbsent: (each) => each === 'video-cancel',
  });
  expect(await methods(uncancelled)).toEqual(['PUT', 'GET']);
});

test('request forms: a valid chat is also sent with header names in capitals', async () => {
  const sent = await dryRun(requestForms);
  const { request } = sent.findLast(({ label }) => label === 'header names in capitals') ?? {};
  expect(request?.headers.map(([name]) => name)).toContain('CONTENT-TYPE');
});
