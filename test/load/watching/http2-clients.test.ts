import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { type Access, NO_ACCESS } from '../../../src/exchange/access.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { HttpClient } from '../../../src/exchange/http/http-client.ts';
import { sendTogether } from '../../../src/exchange/http/send-connected.ts';
import type { Outgoing } from '../../../src/exchange/outgoing.ts';
import { bytesPayload, NO_PAYLOAD, textPayload } from '../../../src/exchange/payload.ts';
import type { MeasuredExchange } from '../../../src/measure/measured-exchange.ts';
import { chat, many, testRun } from '../../exchange/outgoing-request.ts';
import { brokenRules, watchReference, watchServer } from './support.ts';

const HTTP2: Access = { ...NO_ACCESS, http2: true };
const BODY = { model: 'ref-chat', messages: [{ role: 'user', content: 'Hello' }] };

/** A chat to a watched gateway. */
function chatTo(
  { address, key = '' }: { readonly address: string; readonly key?: string | undefined },
  access = HTTP2,
  also: object = {},
  change: Partial<Outgoing> = {},
): Outgoing {
  const { origin, pathname } = new URL(address);
  return chat(origin, {
    path: `${pathname.replace(/\/$/, '')}/chat/completions`,
    authorization: `Bearer ${key}`,
    payload: textPayload(JSON.stringify({ ...BODY, ...also }), 'application/json'),
    access,
    ...change,
  });
}

async function sent(outgoing: Outgoing) {
  const client = new HttpClient(testRun());
  onTestFinished(() => client.close());
  return await client.send(outgoing);
}

describe('watch: clients of HTTP/2', () => {
  const certified = certificate('self-signed');
  const secure = { ...NO_ACCESS, tls: { ca: certified.cert } };

  test.each<[string, object, Access, '2' | undefined]>([
    ['HTTP/2 by prior knowledge', { http2: true }, HTTP2, '2'],
    ['HTTP/1.1 beside it', { http2: true }, NO_ACCESS, undefined],
    ['HTTP/2 with TLS', { http2: true, certified }, { ...secure, http2: true }, '2'],
    ['HTTP/1.1 with TLS beside it', { http2: true, certified }, secure, undefined],
    ['HTTP/1.1 with TLS alone', { certified }, secure, undefined],
  ])(
    '%s: their calls pass, break no rule and are all judged',
    async (_, order, access, httpVersion) => {
      const watched = await watchReference({}, order);
      const address =
        'certified' in order ? watched.address.replace('http:', 'https:') : watched.address;
      const to = { ...watched, address };
      const exchanges = [
        await sent(chatTo(to, access)),
        await sent(chatTo(to, access, { stream: true })),
        await sent(
          chatTo(
            to,
            access,
            {},
            { payload: textPayload(JSON.stringify(BODY), 'application/json', true) },
          ),
        ),
        await sent(chatTo(to, access, {}, { method: 'GET', payload: NO_PAYLOAD, path: '/none' })),
      ];
      expect(exchanges.map(({ outcome, answer }) => [outcome, answer?.status])).toEqual([
        ['answered', 200],
        ['answered', 200],
        ['answered', 200],
        ['answered', 404],
      ]);
      expect(exchanges.map(({ answer }) => answer?.httpVersion)).toEqual(many(4, httpVersion));
      expect(Buffer.from(exchanges[1]?.answer?.body ?? []).toString()).toMatch(/\[DONE\]\n\n$/);
      const end = await watched.stop();
      expect(brokenRules(end)).toEqual([]);
      expect([end.result.judgedExchanges, end.unread]).toEqual([4, 0]);
    },
  );

  test('a large body passes, and an early refusal of one', async () => {
    const watched = await watchReference({}, { http2: true });
    const payload = bytesPayload(many(80, Buffer.alloc(64 * 1024, ' ')), 'application/json');
    const exchange = await sent(chatTo(watched, HTTP2, {}, { payload }));
    expect(exchange.answer?.status).toBe(413);
  });

  test('a cancel reaches the gateway, and the other streams of the connection go on', async () => {
    const seen: Exchange[] = [];
    const observer = {
      record: ({ exchange }: MeasuredExchange) => void seen.push(exchange),
    };
    const watched = await watchReference({ itlMs: 20 }, { http2: true, observer });
    const [cut, whole] = await sendTogether(
      [
        chatTo(watched, HTTP2, { stream: true }, { disconnectAfterEvents: 1 }),
        chatTo(watched, HTTP2, { stream: true }),
      ],
      testRun(),
    );
    expect([cut?.outcome, whole?.outcome]).toEqual(['aborted', 'answered']);
    const end = await watched.stop();
    expect(brokenRules(end)).toEqual([]);
    expect(seen.map(({ outcome }) => outcome).toSorted()).toEqual(['aborted', 'answered']);
  });

  test.each<[string, string, string, Parameters<typeof watchServer>[0]]>([
    ['closes', 'reset', 'INTERNAL_ERROR', (socket) => socket.destroy()],
    [
      'answers half',
      'truncated',
      'INTERNAL_ERROR',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhal'),
    ],
    [
      'speaks something else',
      'reset',
      'INTERNAL_ERROR',
      (socket) => socket.write('220 mail.example\r\n'),
    ],
  ])('a gateway that %s resets the stream alone', async (_, outcome, code, serve) => {
    const watched = await watchServer(serve, { http2: true });
    expect(await sent(chatTo(watched))).toMatchObject({
      outcome,
      failure: `the stream was reset: ${code}`,
    });
    await sleep(10);
    await watched.stop();
  });

  test('the end of the watching ends their connections', async () => {
    const watched = await watchServer(() => {}, { http2: true });
    const pending = sent(chatTo(watched));
    await sleep(50);
    await watched.stop();
    expect((await pending).outcome).toBe('reset');
  });
});
