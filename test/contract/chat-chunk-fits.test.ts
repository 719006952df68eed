import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChatChunkSchema } from '../../src/contract/chat.ts';
import { surelyFitsChatChunk } from '../../src/contract/chat-chunk-fits.ts';

const odd = fc.oneof(fc.jsonValue(), fc.constant(undefined));
const often = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary, weight: 12 }, { arbitrary: odd, weight: 1 });
const text = often(fc.oneof(fc.string(), fc.constantFrom(null, undefined)));
const choice = fc.record({
  index: often(fc.nat()),
  delta: often(fc.record({ role: text, content: text, refusal: text, more: odd })),
  finish_reason: text,
  logprobs: often(fc.constantFrom(null, undefined)),
});
const chunk = fc.record({
  id: often(fc.string()),
  object: often(fc.constant('chat.completion.chunk')),
  created: often(fc.integer()),
  model: often(fc.string()),
  choices: often(fc.array(often(choice), { maxLength: 3 })),
  usage: often(fc.constantFrom(null, undefined)),
});

test('chat chunk: a chunk that surely fits is one that the schema accepts', () => {
  let sure = 0;
  fc.assert(
    fc.property(chunk, (value) => {
      if (!surelyFitsChatChunk(value)) return;
      sure += 1;
      expect(ChatChunkSchema.safeParse(value).success).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(sure).toBeGreaterThan(500);
});

test('chat chunk: an ordinary one surely fits', () => {
  const ordinary = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_795_270_891,
    model: 'm',
    choices: [{ index: 0, delta: { content: ' winter' }, finish_reason: null }],
  };
  expect(surelyFitsChatChunk(ordinary)).toBe(true);
});
