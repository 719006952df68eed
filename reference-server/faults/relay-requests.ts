import { readBody } from '../http/body.ts';
import type { Body } from '../http/fields.ts';
import { isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { editTexts } from '../relay/edit-request.ts';
import { addsHeaders, editsRequest } from '../relay/edits.ts';
import { relayed } from '../relayed.ts';

const MOST_CHARACTERS = 32_768;

const UNKNOWN = /^x_/;

const FILE_NAME = /filename\*?=(?:"(?:[^"\\]|\\.)*"|[^;\r\n]*)/;

const HOP_BY_HOP = ['te', 'keep-alive', 'proxy-authorization'];

const MOST_MESSAGES = 20;

export const relayRequestsFaults = relayed([
  {
    id: 'relay-call-before-auth',
    summary: 'A request calls the provider before its key is checked.',
    hooks: ({ authorize, findRoute, providerHeaders }, { provider }) => ({
      async authorize(caller) {
        const { method, request, url } = caller;
        try {
          return await authorize(caller);
        } catch (error) {
          const [path = ''] = url.split('?', 1);
          if (!(error instanceof Refusal) || method !== 'POST' || provider === undefined)
            throw error;
          const { operation } = findRoute(method, path);
          if (operation === 'options') throw error;
          const type = request.headers['content-type'] ?? 'application/json';
          const body = await readBody(request);
          const headers = {
            ...providerHeaders(request.headers, { operation, stream: false }),
            'content-type': type,
          };
          const call = { operation, method, path, headers, body, stream: false } as const;
          const answer = await provider.send(call, new AbortController().signal);
          answer.body.resume();
          throw error;
        }
      },
    }),
  },
  {
    id: 'relay-cut-prompt',
    summary: 'A text of a prompt is cut to its first 32 768 characters.',
    hooks: editsRequest((body) => editTexts(body, (text) => text.slice(0, MOST_CHARACTERS))),
  },
  {
    id: 'relay-drop-temperature',
    summary: 'The provider does not get the temperature of the request.',
    hooks: editsRequest((body) => without(body, 'temperature')),
  },
  {
    id: 'relay-drop-unknown',
    summary: 'The provider does not get fields of the request that the gateway does not know.',
    hooks: editsRequest((body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !UNKNOWN.test(name))),
    ),
  },
  {
    id: 'relay-drop-usage-option',
    summary: 'The provider does not get the request for the usage of a stream.',
    hooks: editsRequest((body) => without(body, 'stream_options')),
  },
  {
    id: 'relay-file-renamed',
    summary: 'The file of an upload reaches the provider under another name.',
    hooks: ({ providerForm }) => ({
      providerForm(form) {
        const { contentType, bytes } = providerForm(form);
        const text = bytes.toString('latin1').replace(FILE_NAME, 'filename="upload.bin"');
        return { contentType, bytes: Buffer.from(text, 'latin1') };
      },
    }),
  },
  {
    id: 'relay-file-text-mode',
    summary: 'The file of an upload is read as text: bytes that are not UTF-8 are replaced.',
    hooks: ({ providerForm }) => ({
      providerForm(form) {
        const { contentType, bytes } = providerForm(form);
        return { contentType, bytes: Buffer.from(bytes.toString('utf8')) };
      },
    }),
  },
  {
    id: 'relay-forward-cookies',
    summary: 'The cookies of the client reach the provider.',
    hooks: addsHeaders(({ cookie }) => (cookie === undefined ? {} : { cookie })),
  },
  {
    id: 'relay-forward-hop',
    summary: 'Headers for the connection of the client reach the provider.',
    hooks: addsHeaders((caller) => {
      const listed = (caller.connection ?? '').toLowerCase().split(/\s*,\s*/);
      const names = [...HOP_BY_HOP, ...listed.filter((name) => name.startsWith('x-'))];
      const forwarded = names.flatMap((name) => {
        const value = caller[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      return Object.fromEntries(forwarded);
    }),
  },
  {
    id: 'relay-forward-key',
    summary: "The provider gets the caller's key in a header.",
    hooks: addsHeaders(({ authorization = '' }) => ({
      'x-original-authorization': authorization,
    })),
  },
  {
    id: 'relay-key-with-cancels',
    summary: "The provider gets the client's key when a video job is cancelled.",
    hooks: addsHeaders(({ authorization }, { operation }) =>
      operation === 'video-cancel' && authorization !== undefined
        ? { 'x-on-behalf-of': authorization }
        : {},
    ),
  },
  {
    id: 'relay-last-messages',
    summary: 'The provider gets the last 20 messages of a longer chat.',
    hooks: editsRequest((body) => {
      const { messages } = body;
      return Array.isArray(messages) ? { ...body, messages: messages.slice(-MOST_MESSAGES) } : body;
    }),
  },
  {
    id: 'relay-merge-roles',
    summary: 'The messages of a chat reach the provider as one message of the user.',
    hooks: editsRequest((body) => {
      const { messages } = body;
      if (!Array.isArray(messages)) return body;
      const texts = messages.map((message: unknown) => {
        const content = isObject(message) ? message.content : undefined;
        return typeof content === 'string' ? content : JSON.stringify(content);
      });
      return { ...body, messages: [{ role: 'user', content: texts.join('\n') }] };
    }),
  },
  {
    id: 'relay-trim-prompt',
    summary: 'White space around a message is lost on the way to the provider.',
    hooks: editsRequest((body) => editTexts(body, (text) => text.trim())),
  },
]);

function without(body: Body, name: string): Body {
  const { [name]: _, ...others } = body;
  return others;
}
