import { gzipSync } from 'node:zlib';
import { Refusal } from '../http/refusal.ts';
import { editArguments, editItems, editMessageText } from '../relay/edit-answer.ts';
import { editFailure, refusedStatus } from '../relay/edit-failure.ts';
import { editsBody, editsFailure } from '../relay/edits.ts';
import { relayed } from '../relayed.ts';

const ANSWER_CHARACTERS = 65_536;

const MARK = Buffer.from('stored');

export const relayAnswersFaults = relayed([
  {
    id: 'relay-400-as-500',
    summary: 'The client gets 500 for a 4xx of the provider.',
    hooks: editsFailure((refusal) => {
      const isCallers = refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429;
      return isCallers ? refusal.with({ status: 500, type: 'server_error' }) : refusal;
    }),
  },
  {
    id: 'relay-429-as-500',
    summary: 'The client gets 500 for a 429 of the provider.',
    hooks: editsFailure((refusal) =>
      refusal.status === 429 ? refusal.with({ status: 500, type: 'server_error' }) : refusal,
    ),
  },
  {
    id: 'relay-500-as-200',
    summary: 'The client gets 200 for a 5xx of the provider, with the error in the body.',
    hooks: editsFailure((refusal, reason) =>
      refusedStatus(reason) >= 500 ? refusal.with({ status: 200 }) : refusal,
    ),
  },
  {
    id: 'relay-cut-answer',
    summary: 'The text of a chat in one body is cut to its first 65 536 characters.',
    hooks: editsBody((body) => editMessageText(body, (text) => text.slice(0, ANSWER_CHARACTERS))),
  },
  {
    id: 'relay-drop-image',
    summary: 'Only the first image of the provider reaches the caller.',
    hooks: editsBody((body) =>
      Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 1) } : body,
    ),
  },
  {
    id: 'relay-drop-retry-after',
    summary: 'The Retry-After of the provider is lost.',
    hooks: editsFailure((refusal) => refusal.with({ headers: {} })),
  },
  {
    id: 'relay-gzip-mislabelled',
    summary: 'A gzip body of the provider is passed on without its Content-Encoding.',
    hooks({ relayBody, encode }) {
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
    },
  },
  {
    id: 'relay-hang-on-refused',
    summary: 'A request gets no answer when the provider refuses connections.',
    hooks: ({ presentFailure }) => ({
      presentFailure(failure) {
        if (failure.reason.kind !== 'unreachable') return presentFailure(failure);
        return new Promise(() => {});
      },
    }),
  },
  {
    id: 'relay-image-reencoded',
    summary: 'An image of the provider is encoded again, with other bytes.',
    hooks: editsBody((body) =>
      editItems(body, 'data', (item) => {
        const { b64_json: image } = item;
        if (typeof image !== 'string') return item;
        const bytes = Buffer.concat([Buffer.from(image, 'base64'), MARK]);
        return { ...item, b64_json: bytes.toString('base64') };
      }),
    ),
  },
  {
    id: 'relay-leak-address',
    summary: 'The message of a failed call shows the address of the provider.',
    hooks: ({ presentFailure }, { provider }) => ({
      presentFailure: editFailure(presentFailure, (refusal) => {
        const [address = ''] = provider?.names ?? [];
        return refusal.with({ message: `${refusal.message} (${address})` });
      }),
    }),
  },
  {
    id: 'relay-pass-401',
    summary: 'The client, whose key is valid, gets 401 for a 401 of the provider.',
    hooks: ({ presentFailure }) => ({
      presentFailure(failure) {
        return [401, 403].includes(refusedStatus(failure.reason))
          ? Refusal.unauthorized('The API key is not valid.', 'Bearer realm="reference"')
          : presentFailure(failure);
      },
    }),
  },
  {
    id: 'relay-pass-garbage',
    summary: 'The client gets 200 for an invalid answer of the provider.',
    hooks: editsFailure((refusal, { kind }) =>
      kind === 'unusable' ? refusal.with({ status: 200 }) : refusal,
    ),
  },
  {
    id: 'relay-rewrite-arguments',
    summary: 'The arguments of a tool call of a chat in one body are parsed and serialized again.',
    hooks: editsBody((body) => editArguments(body, (json) => JSON.stringify(JSON.parse(json)))),
  },
  {
    id: 'relay-trim-answer',
    summary: 'White space around the text of a chat of the provider is lost.',
    hooks: editsBody((body) => editMessageText(body, (text) => text.trim())),
  },
]);
