import type { Probe } from '../rule.ts';
import { disconnected, watchedEnds } from './disconnected.ts';
import { textForms } from './text-forms.ts';

/** Streams whose caller disconnects before the upstream writes their first token. */
export const leftBeforeToken: Probe<'relay'> = {
  name: 'streams-whose-caller-disconnects-early',
  alone: true,
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map(({ name, request }) => disconnected(gateway, name, request)),
    );
    return watchedEnds(gateway, sent);
  },
};
