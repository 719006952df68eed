import { expect, test } from 'vitest';
import { requestsStream, sentBodyOf } from '../../../src/answers/sent-body.ts';
import { isOrdinary } from '../../../src/conformance/findings/ordinary-request.ts';
import { unauthenticated } from '../../../src/conformance/probes/credentials.ts';
import { echoStream } from '../../../src/conformance/probes/echoes.ts';
import {
  headAndOptions,
  hostileRequests,
  mediaTypes,
  requestForms,
  wrongMethods,
} from '../../../src/conformance/probes/http.ts';
import {
  keysAlike,
  oneMemberChanged,
  punctuatedKeys,
} from '../../../src/conformance/probes/keys.ts';
import { badJson } from '../../../src/conformance/probes/refused.ts';
import {
  awkwardBytes,
  largeFiles,
  legalForms,
} from '../../../src/conformance/probes/transcription.ts';
import { UNKNOWN_MODEL } from '../../../src/conformance/requests/members.ts';
import type { Probe } from '../../../src/conformance/rule.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { header } from '../../../src/exchange/exchange.ts';
import { EXPECT } from '../../support/judge-reference.ts';

/** What a probe sends to a gateway without failures, as its label and the line of its request. */
async function dryRun(probe: Probe<'series'>) {
  const gathered = await probe.run(new DryRunGateway(probe.name, EXPECT));
  return gathered.flatMap(({ label, exchanges }) =>
    exchanges.map(({ request }) => ({ label, request })),
  );
}

test('bad JSON: a valid request in which one byte is not UTF-8 goes to each operation that takes JSON', async () => {
  const sent = (await dryRun(badJson)).filter(({ label }) =>
    label.endsWith('text that is not UTF-8'),
  );
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

test('unauthenticated: a chat and a job are also requested under paths that a router may take for theirs', async () => {
  const gathered = await unauthenticated.run(new DryRunGateway(unauthenticated.name, EXPECT));
  const odd = gathered.filter((exchange) => !isOrdinary(exchange));
  expect(
    odd.map(({ request }) => `${request.credential} ${new URL(request.url).pathname}`),
  ).toEqual(
    ['/chat/completions/', '//chat/completions', '/videos/dry-run/', '//videos/dry-run'].map(
      (path) => expect.stringMatching(new RegExp(`^none .*${path.replace('dry-run', '[^/]+')}$`)),
    ),
  );
});

test('unauthenticated: a chat without a key also follows one with it on the same connection', async () => {
  const gateway = new DryRunGateway(unauthenticated.name, EXPECT);
  const gathered = await unauthenticated.run(gateway);
  const [before, last] = gateway.exchanges.slice(-2);
  expect(gateway.exchanges.slice(-2).map(({ request }) => request.credential)).toEqual([
    'first',
    'none',
  ]);
  // The one with the key is only sent to be there before it.
  expect(gathered).toContain(last);
  expect(gathered).not.toContain(before);
});

test('keys alike: a colon stands in both, before what differs', async () => {
  const sent = await dryRun(keysAlike);
  const keys = sent.map(({ request }) => header(request.headers, 'idempotency-key') ?? '');
  expect(keys.filter((key) => !/^[^:]+:.*[^:]$/.test(key))).toEqual([]);
});

test('keys: no two operations are requested with one of punctuation, or with one like it', async () => {
  for (const probe of [keysAlike, punctuatedKeys]) {
    const keys = (await dryRun(probe)).map(({ request }) => {
      return [header(request.headers, 'idempotency-key'), new URL(request.url).pathname] as const;
    });
    expect(new Map(keys).size, probe.name).toBe(new Set(keys.map(String)).size);
  }
});

test('awkward bytes: different files are also sent at once', async () => {
  const gathered = await awkwardBytes.run(new DryRunGateway(awkwardBytes.name, EXPECT));
  const digests = gathered.flatMap(({ request: { body } }) =>
    body.kind === 'multipart' ? body.files.map(({ sha256 }) => sha256) : [],
  );
  expect(new Set(digests).size).toBe(9);
});

test('echoes: their words have white space of several kinds between them, and one stream is long', async () => {
  const gathered = await echoStream.run(new DryRunGateway(echoStream.name, EXPECT));
  const [short = '', long = ''] = gathered.map((exchange) => sentBodyOf(exchange)?.prompt);
  expect(short).toMatch(/^Repeat exactly: (n[\da-f]+\s{1,4}){7}n[\da-f]+$/);
  expect(short).toMatch(/ \n .* \t .* \n\n .* {2}/s);
  expect(long.split(' ').length).toBeGreaterThan(400);
});

test('mismatches: each operation, in each form, is also requested with an unknown model under the same key', async () => {
  const sent = await dryRun(oneMemberChanged);
  const models = sent
    .filter(({ label }) => label.endsWith(UNKNOWN_MODEL))
    .map(({ request: { body } }) =>
      body.kind === 'multipart'
        ? body.fields[0]?.[1]
        : body.kind === 'text' && JSON.parse(body.text).model,
    );
  expect(models.filter((model) => String(model).startsWith('no-such-model-'))).toHaveLength(7);
});

test('legal forms: headers of parts in lower case, names without quotes, a media type in capitals', async () => {
  const sent = await dryRun(legalForms);
  const types = sent.map(({ request }) => header(request.headers, 'content-type') ?? '');
  expect(types.filter((type) => type.startsWith('Multipart/Form-Data'))).toHaveLength(1);
  expect(sent.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['names without quotes', 'headers of parts in lower case']),
  );
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
  const sent = await dryRun(mediaTypes);
  const form = sent.findLast(({ label }) => label === 'chat · multipart/form-data')?.request.body;
  const fields = form?.kind === 'multipart' ? form.fields.map(([name]) => name) : [];
  expect(fields).toEqual(['model', 'messages', 'stream']);
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
