import type { Probe } from '../rule.ts';
import { billableRequest } from './billable.ts';
import { offered } from './offered.ts';
import { chatRequest, legal } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { chatToEcho, responseToEcho } from './to-echo.ts';
import { withControl } from './with-control.ts';

/** Chats with fields that the interface allows, each with a plain chat as a control. */
export const fullChats: Probe<'series'> = {
  name: 'chats-with-every-field',
  run(gateway) {
    const chat = (also: object) => {
      const prompt = `Say one short sentence about ${gateway.nonce()}.`;
      return legal(chatRequest(gateway.expect, { prompt, also: { ...also } }));
    };
    const turn = (role: string) => ({ role, content: `Be brief, for ${gateway.nonce()}.` });
    return withControl(gateway, billableRequest(gateway.expect, 'chat', gateway.nonce()), [
      ['an integer for temperature', chat({ temperature: 1 })],
      ['a fraction for temperature', chat({ temperature: 0.5 })],
      ['a message with the role system', chat({ messages: [turn('system'), turn('user')] })],
    ]);
  },
};

/** A dialog of several turns, each with a different word, in one body and as a stream. */
export const dialogs: Probe<'reply'> = {
  name: 'dialogs-of-several-turns',
  async run(gateway) {
    const turn = (role: string) => ({ role, content: `Repeat exactly: ${gateway.nonce()}` });
    const ask = (stream: boolean) => {
      const messages = ['system', 'user', 'assistant', 'user'].map(turn);
      return chatToEcho(gateway.expect, { prompt: '', stream, also: { messages } });
    };
    const requests = [...ask(false), ...ask(true)];
    return sequentially(offered(gateway, requests), (request) => gateway.send(request));
  },
};

/** Far longer than a buffer of a few kilobytes, and short enough to be recorded whole. */
const LONG_PROMPT_WORDS = 3000;

/** A chat and a response whose prompt is long. */
export const longPrompts: Probe<'reply'> = {
  name: 'long-prompts',
  async run(gateway) {
    const word = gateway.nonce();
    const words = Array.from({ length: LONG_PROMPT_WORDS }, (_, at) => `${at}-word`);
    const prompt = `Repeat exactly: ${word} ${words.join(' ')} ${word}`;
    const { expect } = gateway;
    const requests = [...chatToEcho(expect, { prompt }), ...responseToEcho(expect, { prompt })];
    return sequentially(offered(gateway, requests), (request) => gateway.send(request));
  },
};
