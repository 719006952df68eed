import { modelFor } from '../../contract/models-by-operation.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { ESCAPED } from '../requests/bodies.ts';
import type { Difference } from '../requests/difference.ts';
import { type TextForm, textForms } from '../requests/forms.ts';
import { accepted, legal, withMembers, withPrompt } from '../requests/plain.ts';
import { LARGE, MANY_WORDS } from '../requests/sizes.ts';
import { CONTROLS, TEXTS } from '../requests/texts.ts';
import type { Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { fewer, repeated, sendTrial, sequentially } from './trials.ts';

/** Requests to the echoing model, whose answer is known. */

const ONE_TEXT = '1 text of many scripts instead of all texts';

/** Chats with every text, and one in JSON escapes from the echoing model, if there is one. */
export const unicodeChats = withTexts('unicode-chats', is('chat'), [ESCAPED, ...TEXTS, CONTROLS]);

/** Streams of each kind with every text from the echoing model, if there is one. */
export const unicodeStreams = withTexts('unicode-streams', ({ stream }) => stream);

/** Responses in one body with every text from the echoing model, if there is one. */
export const unicodeResponses = withTexts('unicode-responses', is('responses'));

function withTexts(
  name: string,
  isWanted: (form: TextForm) => boolean,
  texts: readonly Difference[] = TEXTS,
): Probe<'any'> {
  return {
    name,
    modest: ONE_TEXT,
    async run(gateway) {
      const forms = textForms(gateway).filter(isWanted);
      const sent = forms.map((form) =>
        sequentially(fewer(gateway, texts, 1), ({ of, expected }) => {
          const request = of(echoed(gateway, form));
          return sendTrial(gateway, expected === 'accepted' ? accepted(request) : legal(request));
        }),
      );
      return (await Promise.all(sent)).flat();
    },
  };
}

function is(name: string): (form: TextForm) => boolean {
  return (form) => form.name === name;
}

/** A request to repeat a word, to the echoing model where there is one. */
function echoed(gateway: ProbeGateway, form: TextForm): ProbeRequest {
  return form.request(gateway.nonce(), modelFor(gateway.expect.echoModel, form.operation));
}

/** Long prompts in each form: many words, and few large ones. */
export const longPrompts: Probe<'reply'> = {
  name: 'long-prompts',
  modest: 'only one body, of the first operation that the target supports',
  run(gateway) {
    const trials = fewer(gateway, textForms(gateway), 1).flatMap((form) =>
      fewer(gateway, [MANY_WORDS, LARGE], 1).map((size) => size.of(echoed(gateway, form))),
    );
    return sequentially(trials, (request) => gateway.send(accepted(request)));
  },
};

/**
 * Between words, so that white space that is lost or changed shows. A space stands on both sides of a
 * line break: in JSON its escape ends in a letter, with which a nonce would be one word.
 */
const SPACES = [' ', ' \n ', ' ', ' \t ', ' ', ' \n\n ', '  '];

/**
 * A request to repeat eight words that differ: each delta of its echo that is lost, repeated or out of order
 * shows.
 */
function ofWords(gateway: ProbeGateway, form: TextForm): ProbeRequest {
  const words = [gateway.nonce(), ...SPACES.map((space) => `${space}${gateway.nonce()}`)];
  return accepted(withPrompt(echoed(gateway, form), `Repeat exactly: ${words.join('')}`));
}

/** The form in which the gateway offers an operation; none without an echoing model of it. */
function echoForms(gateway: ProbeGateway, ...names: readonly string[]): readonly TextForm[] {
  return textForms(gateway).filter(
    ({ name, operation }) =>
      names.includes(name) && modelFor(gateway.expect.echoModel, operation) !== null,
  );
}

/** Enough words for more deltas than a gateway may queue, or cut off. */
const MANY_DELTAS = 400;

/** A stream of a few words, which are known if there is an echoing model. */
export const shortEcho = shared(async (gateway) =>
  sequentially(textForms(gateway).filter(is('chat stream')), (form) =>
    gateway.send(ofWords(gateway, form)),
  ),
);

/** Streams whose text is known if there is an echoing model: a short one, and then a long one. */
export const echoStream: Probe<'stream'> = {
  name: 'echoed-chat-stream',
  modest: 'no long stream, so that one that is cut at its length is missed',
  async run(gateway) {
    const short = await shortEcho(gateway);
    const words = Array.from({ length: MANY_DELTAS }, (_, at) => `word${at}`);
    const prompt = `Repeat exactly: ${words.join(' ')} ${gateway.nonce()}`;
    const long = fewer(gateway, echoForms(gateway, 'chat stream'), 0).map((each) =>
      accepted(withPrompt(echoed(gateway, each), prompt)),
    );
    return [...short, ...(await sequentially(long, (request) => gateway.send(request)))];
  },
};

/** The same request to the echoing model, for one body and for a stream. */
export const twins = shared(async (gateway) => {
  const [form] = textForms(gateway).filter(is('responses'));
  if (form === undefined) return [];
  const request = ofWords(gateway, form);
  const stream = withMembers(request, { [gateway.expect.streamField]: true });
  return [await gateway.send(request), await gateway.send(stream)];
});

export const twinResponses: Probe<'series'> = {
  name: 'twin-responses',
  async run(gateway) {
    const exchanges = await twins(gateway);
    return exchanges.length === 0 ? [] : [{ label: 'one body, then a stream', exchanges }];
  },
};

/** A dialog of several turns, each with a different word, in one body and as a stream. */
export const dialogs: Probe<'reply'> = {
  name: 'dialogs-of-several-turns',
  modest: 'only one body',
  run(gateway) {
    const turn = (role: string) => ({ role, content: `Repeat exactly: ${gateway.nonce()}` });
    const forms = fewer(gateway, echoForms(gateway, 'chat', 'chat stream'), 1);
    return sequentially(forms, (form) => {
      const messages = ['system', 'user', 'assistant', 'user'].map(turn);
      return gateway.send(accepted(withMembers(echoed(gateway, form), { messages })));
    });
  },
};

/** Enough to show a swap of one pair in a hundred answers: as many of each form. */
const OF_EACH_FORM = 10;
const IN_SEQUENCE = 8;

/**
 * Many concurrent requests to the echoing model, of both kinds and both forms; then some in succession
 * on one connection.
 */
export const crowdOfEchoes: Probe<'reply'> = {
  name: 'crowd-of-echoes',
  modest:
    '2 concurrent requests instead of many, and none in succession, so that answers that are rarely swapped are missed',
  async run(gateway) {
    const all = echoForms(gateway, ...textForms(gateway).map(({ name }) => name));
    const forms = fewer(gateway, all, 2);
    const rounds = repeated(gateway, gateway.expect.raceRounds, 1, (round) => round);
    const crowds = await sequentially(rounds, () =>
      gateway.together(
        repeated(gateway, OF_EACH_FORM, 1, () =>
          forms.map((form) => ofWords(gateway, form)),
        ).flat(),
      ),
    );
    // What a gateway keeps of a connection shows in the next answer on it.
    const successors = echoForms(gateway, 'chat').flatMap((form) =>
      repeated(gateway, IN_SEQUENCE, 0, () => ofWords(gateway, form)),
    );
    const inSequence = successors.length === 0 ? [] : await gateway.inOrder(successors);
    return [...crowds.flat(), ...inSequence];
  },
};
