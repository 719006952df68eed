import type { Behaviour } from './models.ts';
import { SLOW } from './models.ts';

/** The input of a text model. */
export interface TextPrompt {
  readonly behaviour: Behaviour;
  /** System messages, or the instructions of POST /responses. */
  readonly instructions: string;
  /** The last user message, or the input of POST /responses. */
  readonly input: string;
  /** What `ref-echo` answers. */
  readonly echo: string;
  /** What the model sees in the images of the last message. */
  readonly seen: readonly string[];
  readonly stream: boolean;
}

/** Some words take several bytes a character, so that ordinary traffic shows broken encoding. */
const WORDS = [
  'river café seven 世界 lantern quiet naïve bridge harbour 🌍 copper',
  'winter señor garden signal Привет orchard meadow violin zebra über marble',
  'thunder velvet こんにちは window ember falcon island jasmine קול kernel',
].flatMap((line) => line.split(' '));

/** The same after a space, made once: answers are kept for retries, by the thousand. */
const SPACED_WORDS = WORDS.map((word) => ` ${word}`);

/** What a model writes to a prompt that has the word `refuse-this`. */
export const REFUSAL: readonly string[] = ['I', ' cannot', ' help', ' with', ' that.'];

export function isRefused(prompt: string): boolean {
  return prompt.split(/[^\w-]+/).includes('refuse-this');
}

/**
 * The tokens of an answer. Equal prompts have equal answers under one seed, streamed or not.
 * @param count of tokens; an echo takes at most that many
 */
export function generate(prompt: TextPrompt, count: number, seed: number): readonly string[] {
  if (prompt.behaviour === 'echo') return split(prompt.echo, count);
  if (prompt.seen.length > 0) return split(`I see ${prompt.seen.join(' and ')}.`, count);
  const wanted = prompt.behaviour === 'slow' ? SLOW.tokens : count;
  let state = hash(`${prompt.instructions}\n${prompt.input}`, seed);
  const tokens: string[] = [];
  for (let at = 0; at < wanted; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const words = at === 0 ? WORDS : SPACED_WORDS;
    tokens.push(words[state >>> 27] ?? '');
  }
  return tokens;
}

/** The tokens before the first of these words, which is not in the text. */
export function stopped(tokens: readonly string[], words: readonly string[]): readonly string[] {
  const text = tokens.join('');
  const places = words.map((word) => text.indexOf(word)).filter((at) => at !== -1);
  let left = Math.min(text.length, ...places);
  return tokens.flatMap((token) => {
    const part = token.slice(0, left);
    left -= part.length;
    return part === '' ? [] : [part];
  });
}

/** Words of a text, for usage. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

/** Cuts a text at its words into at most `most` tokens that join to it. */
function split(text: string, most: number): readonly string[] {
  const words = text.match(/\s*\S+|\s+/gu) ?? [];
  if (words.length <= most) return words;
  const size = Math.ceil(words.length / Math.max(1, most));
  const tokens: string[] = [];
  for (let at = 0; at < words.length; at += size) tokens.push(words.slice(at, at + size).join(''));
  return tokens;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, seed: number): number {
  let value = (2_166_136_261 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 16_777_619) >>> 0;
  }
  return value;
}
