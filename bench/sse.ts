import { Bench } from 'tinybench';
import type { Read } from '../src/exchange/exchange.ts';
import { decodeEventStream } from '../src/exchange/sse.ts';

/**
 * One chat stream of 32 events of about 250 bytes, each in a read of its own, as the load run
 * decodes it. The budget is 40 µs without parsing the JSON.
 */
const EVENTS = 32;

const ascii = stream('tok');
const accented = stream('tök');

const bench = new Bench({ time: 1000 });
bench
  .add('32 events, ASCII', () => decodeEventStream(ascii.body, ascii.reads))
  .add('32 events, not ASCII', () => decodeEventStream(accented.body, accented.reads))
  .add('32 events, ASCII, with their JSON', () => {
    return decodeEventStream(ascii.body, ascii.reads).events.map(({ json }) => json);
  });
await bench.run();
console.table(bench.table());

function stream(word: string): { body: Uint8Array; reads: Read[] } {
  const reads: Read[] = [];
  let text = '';
  for (let index = 0; index < EVENTS; index += 1) {
    text += `data: ${JSON.stringify(chunk(`${word}${index} `))}\n\n`;
    reads.push({ endOffset: Buffer.byteLength(text), atMs: 50 + 5 * index });
  }
  return { body: Buffer.from(`${text}data: [DONE]\n\n`), reads };
}

function chunk(content: string) {
  return {
    id: 'chatcmpl-0123456789abcdef0123456789',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'ref-chat',
    system_fingerprint: 'fp_0123456789',
    service_tier: 'default',
    choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }],
  };
}
