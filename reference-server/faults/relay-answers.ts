import { gzipSync } from 'node:zlib';
import { editItems, editText } from '../edits/json.ts';
import { editsBody, editsFailure, refusedStatus, relayed } from '../edits/relays.ts';
import { alters } from '../edits/steps.ts';
import { Refusal } from '../http/refusal.ts';

export const relayAnswersFaults = relayed({
  'relay-400-as-500': editsFailure('The client gets 500 for a 4xx of the provider.')((refusal) => {
    const isCallers = refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429;
    return isCallers ? refusal.with({ status: 500, type: 'server_error' }) : refusal;
  }),
  'relay-429-as-500': editsFailure('The client gets 500 for a 429 of the provider.')((refusal) =>
    refusal.status === 429 ? refusal.with({ status: 500, type: 'server_error' }) : refusal,
  ),
  'relay-500-as-200': editsFailure(
    'The client gets 200 for a 5xx of the provider, with the error in the body.',
  )((refusal, reason) => (refusedStatus(reason) >= 500 ? refusal.with({ status: 200 }) : refusal)),
  'relay-drop-retry-after': editsFailure('The Retry-After of the provider is lost.')((refusal) =>
    refusal.with({ headers: {} }),
  ),
  'relay-gzip-mislabelled': alters(
    'A gzip body of the provider is passed on without its Content-Encoding.',
  )(({ relayBody, encode }) => {
    const compressed = new WeakSet<object>();
    return {
      relayBody(body, operation, answer) {
        const given = relayBody(body, operation, answer);
        if (answer.headers['content-encoding'] === 'gzip') compressed.add(given);
        return given;
      },
      encode(answer, context) {
        const { body } = answer;
        const encoded = encode(answer, context);
        const isCompressed = typeof body === 'object' && body !== null && compressed.has(body);
        return isCompressed ? { ...encoded, payload: gzipSync(encoded.payload) } : encoded;
      },
    };
  }),
  'relay-hang-on-refused': alters(
    'A request gets no answer when the provider refuses connections.',
  )(({ presentFailure }) => ({
    presentFailure: (failure) =>
      failure.reason.kind === 'unreachable' ? new Promise(() => {}) : presentFailure(failure),
  })),
  'relay-image-reencoded': editsBody(
    'An image of the provider is encoded again, with other bytes.',
  )((body) =>
    editItems(body, 'data', (item) => {
      const { b64_json: image } = item;
      if (typeof image !== 'string') return item;
      const bytes = Buffer.concat([Buffer.from(image, 'base64'), Buffer.from('stored')]);
      return { ...item, b64_json: bytes.toString('base64') };
    }),
  ),
  'relay-leak-address': alters('The message of a failed call shows the address of the provider.')(
    ({ presentFailure }, { provider }) => ({
      async presentFailure(failure) {
        const refusal = await presentFailure(failure);
        return refusal.with({ message: `${refusal.message} (${provider?.names[0]})` });
      },
    }),
  ),
  'relay-pass-401': editsFailure(
    'The client, whose key is valid, gets 401 for a 401 of the provider.',
  )((refusal, reason) =>
    [401, 403].includes(refusedStatus(reason))
      ? Refusal.unauthorized('The API key is not valid.', 'Bearer realm="reference"')
      : refusal,
  ),
  'relay-pass-garbage': editsFailure('The client gets 200 for an invalid answer of the provider.')(
    (refusal, { kind }) => (kind === 'unusable' ? refusal.with({ status: 200 }) : refusal),
  ),
  'relay-trim-answer': editsBody('White space around the text of a chat of the provider is lost.')(
    (body) => editText(body, (text) => text.trim()),
  ),
});
