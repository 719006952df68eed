import { SYSTEM_MESSAGE } from '../requests/dialogs.ts';
import { bodyForms } from '../requests/forms.ts';
import { memberDifferences } from '../requests/members.ts';
import { trialsOf } from '../requests/walk.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { offered } from './offered.ts';
import { sequentially } from './sequentially.ts';
import { chatToEcho } from './to-echo.ts';
import { withControl } from './with-control.ts';

/** Chats with each field that the interface allows, each with a plain chat as a control. */
export const fullChats: Probe<'series'> = {
  name: 'chats-with-every-field',
  modest: '2 of 4 values, of which one is a temperature of 0',
  async run(gateway) {
    const series = bodyForms(gateway, 'chat').map((form) => {
      const differences = memberDifferences(gateway.expect, form).filter(
        ({ expected }) => expected === 'accepted',
      );
      const trials = trialsOf(gateway, form, fewer(gateway, [...differences, SYSTEM_MESSAGE], 2));
      return withControl(gateway, form.request(gateway.nonce()), trials);
    });
    return (await Promise.all(series)).flat();
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
