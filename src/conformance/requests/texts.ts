import type { Difference } from './difference.ts';
import { promptOf, withPrompt } from './plain.ts';

/** Texts that gateways change on the way, each as what stands around a word. */
const AROUND: Readonly<Record<string, (word: string) => string>> = {
  scripts: (word) =>
    `Grüße, Привет, 你好, नमस्ते, שלום, مرحبا, Ω ${word} 👩‍🚀🌍 e\u0301 \u{1d11e} \u{10FFFD}`,
  'line ends': (word) => `one\r\ntwo\n\nthree\rfour ${word} five\n`,
  'white space': (word) => `  \n\ttwo before ${word}  and after \t\n `,
  marks: (word) => `e\u0301 Å A\u030a ﬁ ① ½ ${word} ✈\ufe0f ❤\ufe0e n\u0303`,
  directions: (word) => `\u200Eleft\u200F \u202Eright\u202C \u2067${word}\u2069 שלום`,
  'invisible characters': (word) => `\uFEFFa\u00A0b\u2028c\u200Bd\u2060 ${word} \u00ad`,
  markup: (word) => `<b>bold</b> &amp; & </script> ${word} <!-- --> <|end|>`,
  escapes: (word) => `"quoted" \\n \\u0041 %41 + %% {{x}} ${'$'}{y} ${word} $1 'one' \`two\``,
  'event lines': (word) => `data: [DONE]\n\nevent: error\n: ${word}\n[DONE]`,
};

/** Each text around a word, by its name. */
export function textsAround(word: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(AROUND).map(([name, around]) => [name, around(word)]));
}

/** Each text around the prompt of the request. */
export const TEXTS: readonly Difference[] = Object.entries(AROUND).map(([name, around]) => ({
  name,
  expected: 'accepted',
  of: (request) => withPrompt(request, around(promptOf(request))),
}));

/** Legal in JSON, and cut or refused where a text ends at its first null character. */
export const CONTROLS: Difference = {
  name: 'control characters',
  expected: 'either',
  of: (request) => withPrompt(request, `\u0000 ${promptOf(request)} \u007f\u0001`),
};
