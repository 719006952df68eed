import type { Expectations } from '../expectations.ts';
import type { Difference } from './difference.ts';

/** Legal, but a member of this name changes every object of a careless parser. */
export const PROTO_MEMBER = 'a field called __proto__';
/** A gateway may close the connection for these: it need not read a request that it refuses. */
export const LARGE_BODY = 'a JSON body of 64 MiB';
export const LONG_HEADER = 'a header of 100 kB';

const DEEP = 10_000;
const HEADER_CHARACTERS = 100_000;
const BLOCK_BYTES = 64 * 1024;
const BLOCKS = 1024;
const DEADLINE_MS = 10_000;

/** Chats that exhaust a careless parser; the last one is large. */
export function hostileBodies({ chatModel }: Expectations): readonly Difference[] {
  const start = `{"model":${JSON.stringify(chatModel)},"messages":`;
  const messages = '[{"role":"user","content":"Say hello."}]';
  const text = (json: string) => [Buffer.from(json)];
  // One block, sent many times: the whole body is never in memory.
  const block = Buffer.alloc(BLOCK_BYTES, 'x');
  const proto = `${start}${messages},"__proto__":{"messages":null,"stream":true}}`;
  return [
    hostile('messages nested 10 000 deep', text(`${start}${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)),
    hostile('an unclosed nesting', text(`${start}${'['.repeat(DEEP)}`)),
    { ...hostile('a number beyond doubles', text(`${start}${messages},"temperature":1e400}`)) },
    { ...hostile(PROTO_MEMBER, text(proto), { mayBeCharged: true }), expected: 'either' },
    hostile(LARGE_BODY, [
      Buffer.from(`${start}[{"role":"user","content":"`),
      ...Array<Uint8Array>(BLOCKS).fill(block),
      Buffer.from('"}]}'),
    ]),
  ];
}

function hostile(
  name: string,
  pieces: readonly Uint8Array[],
  also: { readonly mayBeCharged?: true } = {},
): Difference {
  return {
    name,
    expected: 'refused',
    of: (request) => ({
      ...request,
      body: { pieces, type: 'application/json' },
      deadlineMs: DEADLINE_MS,
      ...also,
    }),
  };
}

/** Only with `together`: an HTTP client writes the whole request before it reads a refusal. */
export const LONG_HEADERS: Difference = {
  name: LONG_HEADER,
  expected: 'either',
  of: (request) => ({
    ...request,
    headers: { 'x-assay-padding': 'x'.repeat(HEADER_CHARACTERS) },
    deadlineMs: DEADLINE_MS,
  }),
};
