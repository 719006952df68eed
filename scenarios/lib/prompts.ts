import { SharedArray } from 'k6/data';
import { planned, words } from 'k6/x/gateway';
import { settings } from './gateway.ts';
import type { Iteration } from './iteration.ts';

const { prompts, answers } = settings;

const SHORTEST_WORDS = 6;
const LONGEST_WORDS = 160;

/** A line of a file of prompts. */
interface Line {
  readonly prompt: string;
  readonly output_length?: number;
}

/** In memory once for all virtual users. */
const LINES = prompts?.file === undefined ? undefined : new SharedArray('prompts', readLines);

/**
 * A prompt of the length that a trace or the workload plans, or a line of the workload's file. Else
 * of 6 to 160 words, short ones more often. Unless it is from a file it has a word of its own: an
 * answer that carries the word of another prompt shows cross-talk.
 * @param tokens the length of the requested answer; one short sentence by default
 */
export function prompt(turn: Iteration, tokens?: number): string {
  const line = lineOf(turn);
  if (line !== undefined) return line.prompt;
  const length = planned().promptTokens ?? (prompts?.words && turn.draw.length(prompts.words));
  return promptOf(turn, length ?? skewed(turn, LONGEST_WORDS), tokens);
}

/** A prompt of one short sentence. */
export function shortPrompt(turn: Iteration): string {
  return promptOf(turn, skewed(turn, 3 * SHORTEST_WORDS));
}

/** The most tokens of an answer by the trace, the workload or the line of its file. */
export function answerTokens(turn: Iteration): number | undefined {
  return (
    planned().answerTokens ??
    lineOf(turn)?.output_length ??
    (answers && turn.draw.length(answers.tokens))
  );
}

/** Whether the user plans lengths or prompts: then nothing is added to them. */
export function isPlanned(): boolean {
  const { promptTokens, answerTokens: most } = planned();
  return prompts !== undefined || answers !== undefined || (promptTokens ?? most) !== undefined;
}

/** The text has this number of words, one of which is unique to the turn. */
function promptOf(turn: Iteration, length: number, tokens?: number): string {
  const request = tokens === undefined ? 'one short sentence' : `${tokens} words`;
  const opening = `Write ${request} about ${turn.word()} and`;
  const left = length - opening.split(' ').length;
  const seed = turn.draw.integer(0, 0xffff_ffff);
  if (left > 0) return `${opening} ${words(left, seed)}.`;
  return [turn.word(), words(Math.max(0, length - 1), seed)].filter(Boolean).join(' ');
}

/** From the shortest to the longest, short ones more often. */
function skewed(turn: Iteration, longest: number): number {
  const share = turn.draw.share() ** 3;
  return OPENING_WORDS + SHORTEST_WORDS + Math.floor(share * (longest - SHORTEST_WORDS));
}

const OPENING_WORDS = 7;

/** Lines are used in order, and from the first again after the last. */
function lineOf(turn: Iteration): Line | undefined {
  return LINES?.[turn.number % LINES.length];
}

function readLines(): Line[] {
  const path = prompts?.file ?? '';
  const lines = open(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return path.endsWith('.jsonl') ? lines.map(toLine) : lines.map((text) => ({ prompt: text }));
}

function toLine(text: string): Line {
  const line: string | Line = JSON.parse(text);
  return typeof line === 'string' ? { prompt: line } : line;
}
