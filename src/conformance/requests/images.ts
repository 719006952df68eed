import { pngOf } from '../../exchange/upstream/scripted-png.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Difference } from './difference.ts';
import { promptOf, withMembers } from './plain.ts';

/** An image as a model gets it, and how closely it is to look. */
interface SentImage {
  /** A data URI, or an address. */
  readonly url: string;
  readonly detail?: 'low' | 'high';
}

/** A black PNG of a size such as `96x64`, as a data URI; its comment takes up the rest of the bytes. */
export function pngUri(size: string, comment: string, totalBytes = 0): string {
  return `data:image/png;base64,${pngOf(size, totalBytes, comment).toString('base64')}`;
}

/** The request with these images after its prompt, and a text between each two of them. */
export function withImages(
  request: ProbeRequest,
  [first, ...others]: readonly SentImage[],
): ProbeRequest {
  const isChat = request.operation === 'chat';
  const text = (content: string) => ({ type: isChat ? 'text' : 'input_text', text: content });
  const image = ({ url, ...detail }: SentImage) =>
    isChat
      ? { type: 'image_url', image_url: { url, ...detail } }
      : { type: 'input_image', image_url: url, ...detail };
  const content = [
    text(promptOf(request)),
    ...(first === undefined ? [] : [image(first)]),
    ...others.flatMap((other) => [text(' And this:\n'), image(other)]),
  ];
  const turns = [{ role: 'user', content }];
  return withMembers(request, isChat ? { messages: turns } : { input: turns });
}

const WITHIN = { url: pngUri('96x64', 'a boat', 1024), detail: 'high' } as const;

/** An address at which there is none, with escapes that must stay. */
const ELSEWHERE = {
  url: 'https://images.assay.invalid/a%20boat.png?sign=a%2Bb%3D%3D&size=1',
  detail: 'low',
} as const;

/** Two images among texts; only their data, and one of them by its address: each may be refused. */
export const IMAGES: readonly Difference[] = [
  {
    name: 'images as data',
    expected: 'either',
    of: (request) => withImages(request, [WITHIN, { url: pngUri('64x64', 'a harbour') }]),
  },
  {
    name: 'an image elsewhere',
    expected: 'either',
    of: (request) => withImages(request, [WITHIN, ELSEWHERE]),
  },
];

const NOT_PNG = Buffer.from('This is a text, not an image.').toString('base64');

/** A text that is declared to be an image, and one that is not base64. */
export const INVALID_IMAGES: readonly Difference[] = [
  ['a text as an image', NOT_PNG],
  ['an image that is not base64', 'not=base64!'],
].map(([name = '', data]) => ({
  name,
  expected: 'either',
  of: (request) => withImages(request, [{ url: `data:image/png;base64,${data}` }]),
}));
