import type { Iteration } from './iteration.ts';

const WORDS = [
  'harbour',
  'lantern',
  'copper',
  'winter',
  'orchard',
  'signal',
  'meadow',
  'engine',
  'thunder',
  'paper',
  'river',
  'candle',
  'marble',
  'forest',
  'window',
  'garden',
  'silver',
  'bridge',
  'morning',
  'shadow',
  'violin',
  'island',
  'clock',
  'feather',
  'mountain',
  'letter',
  'anchor',
  'desert',
  'mirror',
  'saddle',
  'valley',
  'whistle',
] as const;

const SHORTEST_WORDS = 6;
const LONGEST_WORDS = 160;

/**
 * A prompt of 6 to 160 words, short ones more often, with a word of its own in it: an answer that
 * carries the word of another prompt shows cross-talk.
 */
export function prompt(turn: Iteration): string {
  return promptOf(turn, LONGEST_WORDS);
}

/** A prompt of one short sentence. */
export function shortPrompt(turn: Iteration): string {
  return promptOf(turn, 3 * SHORTEST_WORDS);
}

function promptOf(turn: Iteration, longest: number): string {
  const skewed = turn.draw.share() ** 3;
  const count = SHORTEST_WORDS + Math.floor(skewed * (longest - SHORTEST_WORDS));
  const words: string[] = [];
  for (let index = 0; index < count; index++) words.push(turn.draw.pick(WORDS));
  return `Write one short sentence about ${turn.word()} and ${words.join(' ')}.`;
}
