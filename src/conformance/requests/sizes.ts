import type { Difference } from './difference.ts';
import { promptOf, tone, WAV_HEADER_BYTES, withParts, withPrompt } from './plain.ts';

const KIB = 1024;

/** Far longer words than a text has, so that an echo of a large prompt has few tokens. */
const WORD_CHARACTERS = 512;

/** More than 64 KiB of a request are not kept, and so are not compared with its answer. */
export const LARGE: Difference = sizeOf(60);

/** Prompts of these sizes, in KiB; the last one is beyond what many gateways read at once. */
export const SIZES: readonly Difference[] = [sizeOf(1), sizeOf(4), LARGE, sizeOf(100)];

function sizeOf(size: number): Difference {
  return {
    name: `${size} KiB`,
    expected: 'accepted',
    of: (request) => withPrompt(request, grown(promptOf(request), size * KIB)),
  };
}

/** The text repeated at both ends of a long one, so that one that is cut shows at either. */
function grown(text: string, characters: number): string {
  const words = Array.from({ length: characters / WORD_CHARACTERS }, (_, at) =>
    `${at}-`.padEnd(WORD_CHARACTERS - 1, 'long'),
  );
  return `${text} ${words.join(' ')} ${text}`;
}

/** More words than a buffer of events has places, and short enough to be recorded whole. */
export const MANY_WORDS: Difference = {
  name: '3000 words',
  expected: 'accepted',
  of: (request) => {
    const words = Array.from({ length: 3000 }, (_, at) => `${at}-word`);
    return withPrompt(request, `${promptOf(request)} ${words.join(' ')} ${promptOf(request)}`);
  },
};

/** Files around what is held in memory, or read in one piece. */
export const FILE_SIZES: readonly Difference[] = [4, 64, 300, 1024].map((size) => ({
  name: `a file of ${size} KiB`,
  expected: 'accepted',
  of: (request) =>
    withParts(request, (part) => [
      'content' in part ? { ...part, content: lengthened(part.content, size * KIB) } : part,
    ]),
}));

/** The same beginning, with the word in it that makes the file unique. */
function lengthened(content: Uint8Array, sizeBytes: number): Uint8Array {
  const file = tone('', sizeBytes);
  file.set(content.subarray(WAV_HEADER_BYTES, WORD_END_BYTES), WAV_HEADER_BYTES);
  return file;
}

const WORD_END_BYTES = WAV_HEADER_BYTES + 32;
