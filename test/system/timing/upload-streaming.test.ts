import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, type TestContext, test } from 'vitest';
import { BEHAVIOURS } from '../../../src/conformance/run/observe-behaviours.ts';
import { behaviourRecord } from '../../../src/report/assemble/behaviour-record.ts';
import type { BehaviourRecord } from '../../../src/report/schema/sheet.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { loopbackServer } from '../../support/loopback-server.ts';
import { observeAt } from '../../support/observe-reference.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';

const UPLOADS = BEHAVIOURS.filter(({ behaviour }) => behaviour.id === 'upload-passed-on');

/** What is observed of a gateway that sends each request body on in this way. */
async function seenThrough(
  bodyOf: (incoming: IncomingMessage) => IncomingMessage | Promise<Buffer>,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<readonly BehaviourRecord[]> {
  const keys = freshKeys();
  const upstream = await startUpstream(keys);
  onTestFinished(() => upstream.stop());
  const host = await loopbackServer(
    async (incoming, outgoing) => {
      const { method = 'GET', headers, url = '' } = incoming;
      const body = bodyOf(incoming);
      const whole = body instanceof Promise ? await body : undefined;
      // A connection of its own: one of a pool may be closed by the upstream just then.
      const options = { method, headers, agent: false } as const;
      const forwarded = request(`${upstream.address}${url}`, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      if (whole === undefined) incoming.pipe(forwarded);
      else forwarded.end(whole);
    },
    { onTestFinished },
  );
  return (await observeAt(`http://${host}`, keys, UPLOADS, upstream)).map(behaviourRecord);
}

const GATEWAYS = [
  {
    does: 'passes an upload on as it comes',
    bodyOf: (incoming: IncomingMessage) => incoming,
    answer: 'yes',
  },
  { does: 'reads an upload first', bodyOf: buffer, answer: 'no: it is held until it is complete' },
];

test.concurrent.for(GATEWAYS)(
  'upload streaming: a gateway that $does is described so',
  async ({ bodyOf, answer }, context) => {
    expect(await seenThrough(bodyOf, context)).toMatchObject([{ id: 'upload-passed-on', answer }]);
  },
);
