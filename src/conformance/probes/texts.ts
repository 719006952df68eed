import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { ESCAPED } from '../requests/bodies.ts';
import type { Difference } from '../requests/difference.ts';
import { type TextForm, textForms } from '../requests/forms.ts';
import { accepted, legal } from '../requests/plain.ts';
import { LARGE, MANY_WORDS } from '../requests/sizes.ts';
import { CONTROLS, TEXTS } from '../requests/texts.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

const ONE_TEXT = '1 text of many scripts instead of all texts';

/** Chats with every text, and one in JSON escapes from the echoing model, if there is one. */
export const unicodeChats: Probe<'any'> = {
  name: 'unicode-chats',
  modest: ONE_TEXT,
  run: (gateway) =>
    withTexts(gateway, ({ name }) => name === 'chat', [ESCAPED, ...TEXTS, CONTROLS]),
};

/** Streams of each kind with every text from the echoing model, if there is one. */
export const unicodeStreams: Probe<'reply'> = {
  name: 'unicode-streams',
  modest: ONE_TEXT,
  run: (gateway) => withTexts(gateway, ({ stream }) => stream, TEXTS),
};

/** Responses in one body with every text from the echoing model, if there is one. */
export const unicodeResponses: Probe<'reply'> = {
  name: 'unicode-responses',
  modest: ONE_TEXT,
  run: (gateway) => withTexts(gateway, ({ name }) => name === 'responses', TEXTS),
};

/** Long prompts in each form: many words, and few large ones. */
export const longPrompts: Probe<'reply'> = {
  name: 'long-prompts',
  modest: 'only one body and one stream, of the first two operations that the target supports',
  async run(gateway) {
    const trials = fewer(gateway, textForms(gateway), 2).flatMap((form) =>
      fewer(gateway, [MANY_WORDS, LARGE], 1).map((size) => size.of(echoed(gateway, form))),
    );
    return sequentially(trials, (request) => gateway.send(accepted(request)));
  },
};

async function withTexts(
  gateway: ProbeGateway,
  isWanted: (form: TextForm) => boolean,
  texts: readonly Difference[],
): Promise<readonly Exchange[]> {
  const forms = textForms(gateway).filter(isWanted);
  const sent = forms.map((form) =>
    sequentially(fewer(gateway, texts, 1), ({ of, expected }) => {
      const request = of(echoed(gateway, form));
      return sendTrial(gateway, expected === 'accepted' ? accepted(request) : legal(request));
    }),
  );
  return (await Promise.all(sent)).flat();
}

/** A request to repeat a word, to the echoing model where there is one. */
function echoed(gateway: ProbeGateway, form: TextForm): ProbeRequest {
  return form.request(gateway.nonce(), modelFor(gateway.expect.echoModel, form.operation));
}
