import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { answerChat, failure } from '../good-answers.ts';
import { answers } from '../rows.ts';
import { answerJson } from '../writing.ts';

const TEXTS = {
  escapes: {
    text: '\u{1b}[2J\u{1b}[31mred\u{1b}]0;title\u{7}\u{1b}]8;;http://a.example\u{7}link\u{8}',
    summary: 'terminal escapes',
  },
  c1: { text: '\u{9b}31m\u{90}q\u{9c}\u{85}next\u{80}', summary: 'C1 control characters' },
  bidi: {
    text: '\u{202e}gnp.exe\u{2066}a\u{2069}\u{200f}\u{061c}b',
    summary: 'characters that change the direction of text',
  },
  invisible: {
    text: 'a\u{200b}b\u{200d}c\u{feff}d\u{2028}e\u{2029}f\u{ad}g\u{e0041}',
    summary: 'characters that are not visible',
  },
  markup: {
    text: '</script><img src=x onerror=alert(1)>]]>--> | `x` [a](javascript:alert(1)) ::error::x\n\n# heading',
    summary: 'HTML, XML, Markdown and commands of CI systems',
  },
  combining: {
    text: `e${'\u{301}'.repeat(500_000)}`,
    summary: '1 MB of combining characters',
  },
} as const;

const PLACES: Readonly<
  Record<string, { summary: string; answer: (request: HostileRequest, text: string) => void }>
> = {
  'error-message': {
    summary: 'in the message of an error',
    answer: ({ socket }, text) =>
      answerJson(socket, failure(text, { type: text, code: text }), { status: 500 }),
  },
  model: {
    summary: 'in the name of the model, with an empty finish_reason',
    answer: (request, text) => answerChat(request, { model: text, finishReason: '' }),
  },
  id: {
    summary: 'in the id of every completion, which is the same each time',
    answer: (request, text) => answerChat(request, { id: text }),
  },
  content: {
    summary: 'in the role and the text of a completion, with an empty finish_reason',
    answer: (request, text) => answerChat(request, { role: text, content: text, finishReason: '' }),
  },
};

/** Texts that could change a terminal or a page, in each place that a report quotes. */
export const texts: Behaviours = Object.fromEntries(
  Object.entries(TEXTS).flatMap(([name, { text, summary }]) =>
    Object.entries(PLACES).map(([place, { summary: where, answer }]) => [
      `${name}-in-${place}`,
      answers(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}, ${where}.`, (request) =>
        answer(request, text),
      ),
    ]),
  ),
);
