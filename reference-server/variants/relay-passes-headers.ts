import type { Alteration } from '../hooks.ts';

const PASSED = /^(?:x-request-id|x-ratelimit-[\w-]+|openai-[\w-]+|server-timing)$/;

export const relayPassesHeaders: Alteration = {
  id: 'relay-passes-headers',
  summary: "The client gets the provider's headers for limits and tracing.",
  needsUpstream: true,
  hooks: ({ answerHeaders }) => ({
    answerHeaders(answer) {
      const passed = Object.entries(answer.headers).flatMap(([name, value]) =>
        PASSED.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
      );
      const timing = { 'server-timing': 'provider;dur=1' };
      return { ...answerHeaders(answer), ...timing, ...Object.fromEntries(passed) };
    },
  }),
};
