import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { BEHAVIOURS } from '../../../src/conformance/run/observe-behaviours.ts';
import { behaviourRecord } from '../../../src/report/behaviour-sheet/record.ts';
import type { BehaviourRecord } from '../../../src/report/behaviour-sheet/schema.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { observeAt } from '../../support/observe-reference.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';
import { loopbackServer } from '../support/loopback-server.ts';

const UPLOADS = BEHAVIOURS.filter(({ behaviour }) => behaviour.id === 'upload-passed-on');

/** What is observed of a gateway that sends each request body on in this way. */
async function seenThrough(
  bodyOf: (incoming: IncomingMessage) => IncomingMessage | Promise<Buffer>,
): Promise<readonly BehaviourRecord[]> {
  const keys = freshKeys();
  const upstream = await startUpstream(keys);
  onTestFinished(() => upstream.stop());
  const host = await loopbackServer(async (incoming, outgoing) => {
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
  });
  return (await observeAt(`http://${host}`, keys, UPLOADS, upstream)).map(behaviourRecord);
}

test.concurrent.each([
  ['passes an upload on as it comes', (incoming: IncomingMessage) => incoming, 'yes'],
  ['reads an upload first', buffer, 'no: it is held until it is complete'],
])('upload streaming: a gateway that %s is described so', async (_, bodyOf, answer) => {
  expect(await seenThrough(bodyOf)).toMatchObject([{ id: 'upload-passed-on', answer }]);
});
