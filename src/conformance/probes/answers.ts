import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import { isAccepted } from '../findings/acceptance.ts';
import { showsPace } from '../findings/pacing.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { SYSTEM_MESSAGE } from '../requests/dialogs.ts';
import { billableOf, bodyForms } from '../requests/forms.ts';
import { memberDifferences } from '../requests/members.ts';
import {
  accepted,
  billableRequest,
  chatRequest,
  legal,
  responsesRequest,
  withMembers,
} from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { shortEcho, twins } from './echoes.ts';
import type { MarkedSeries } from './relay/relayed.ts';
import { withAllParameters } from './relay/requests.ts';
import { fewer, repeated, sendOffered, sequentially, takenOf, walk } from './trials.ts';
import { cancel, createdId, read } from './video-polls.ts';

/** Requests of the two operations that answer with a text. */
const MAKE = { chat: chatRequest, responses: responsesRequest };
type OfText = keyof typeof MAKE;

function shortPrompt(gateway: ProbeGateway): string {
  return `Say one short sentence about ${gateway.nonce()}.`;
}

/** A valid request to every operation; it reads and cancels the video job that it created. */
export const everyOperation: Probe<'any'> = {
  name: 'every-operation-once',
  async run(gateway) {
    const made = await sequentially(billableOf(gateway), (operation) =>
      gateway.send(billableRequest(gateway.expect, operation, gateway.nonce())),
    );
    const job = made.find(({ operation }) => operation === 'video-create');
    const id = job && createdId(job, gateway);
    return id === undefined
      ? made
      : [...made, ...(await sendOffered(gateway, [read(id), cancel(id)]))];
  },
};

/** Two short chats in one body: the stream switch absent, then off. */
export const shortChat = shortBodies('short-chat', 'chat');

/** Two short responses in one body: the stream switch absent, then off. */
export const shortResponse = shortBodies('short-response', 'responses');

function shortBodies(name: string, operation: OfText): Probe<'reply'> {
  return {
    name,
    async run(gateway) {
      const request = (also: object) =>
        accepted(MAKE[operation](gateway.expect, { prompt: shortPrompt(gateway), ...also }));
      const [ofTwins] = operation === 'responses' ? await ofOthers(gateway, twins) : [];
      return [
        await gateway.control(request({})),
        ofTwins ?? (await gateway.send(request({ stream: false }))),
      ];
    },
  };
}

/** What other probes have sent; nothing in a thorough run, which has enough of its own. */
async function ofOthers(
  gateway: ProbeGateway,
  gather: (gateway: ProbeGateway) => Promise<readonly Exchange[]>,
): Promise<readonly Exchange[]> {
  return gateway.effort === 'modest' ? gather(gateway) : [];
}

/** Many chats without an Idempotency-Key, some in sequence and most concurrently. */
export const manyChats: Probe<'reply'> = {
  name: 'many-chats',
  modest: '2 chats instead of many concurrent ones, so that an id that repeats rarely is missed',
  async run(gateway) {
    const { raceRounds, raceWidth } = gateway.expect;
    if (gateway.effort === 'modest') {
      return (await concurrentChats(gateway)).flatMap(({ exchanges }) => exchanges);
    }
    const request = () => wordRequest(gateway, gateway.nonce());
    const alone = await sendOffered(gateway, [request(), request()]);
    const rounds = Array.from({ length: raceRounds }, () =>
      Array.from({ length: raceWidth }, request),
    );
    const together = await sequentially(rounds, (round) => gateway.together(round));
    return [...alone, ...together.flat()];
  },
};

function wordRequest(gateway: ProbeGateway, nonce: string): ProbeRequest {
  return accepted(chatRequest(gateway.expect, { prompt: `Say only the word ${nonce}.` }));
}

/** Two concurrent chats, for the probes of a modest run. */
export const concurrentChats = shared(async (gateway) => {
  if (!gateway.offers('chat')) return [];
  const nonces = [gateway.nonce(), gateway.nonce()];
  const sent = await gateway.together(nonces.map((nonce) => wordRequest(gateway, nonce)));
  return nonces.map(
    (nonce, at): MarkedSeries => ({
      label: 'chat',
      nonce,
      exchanges: sent.slice(at, at + 1),
    }),
  );
});

/** Chats with each field that the interface allows, each with a plain chat as a control. */
export const fullChats = walk({
  name: 'chats-with-every-field',
  modest: '2 of 4 values, of which one is a temperature of 0',
  forms: (gateway) => bodyForms(gateway, 'chat'),
  differences(gateway, form) {
    const members = memberDifferences(gateway.expect, form);
    const taken = members.filter(({ expected }) => expected === 'accepted');
    return fewer(gateway, [...taken, SYSTEM_MESSAGE], 2);
  },
});

/** The echoing model's answer to instructions and input, in one body and as a stream. */
export const instructedResponses: Probe<'reply'> = {
  name: 'instructed-responses',
  modest: 'only one body',
  run: (gateway) =>
    sequentially(fewer(gateway, [false, true], 1), (stream) =>
      gateway.send(
        accepted(
          responsesRequest(gateway.expect, {
            prompt: `Repeat exactly: ${gateway.nonce()} ${gateway.nonce()}`,
            model: modelFor(gateway.expect.echoModel, 'responses'),
            stream,
            also: { instructions: `Begin with the word ${gateway.nonce()}.` },
          }),
        ),
      ),
    ),
};

/** Two short chat streams, one after the other. */
export const shortStream = shortStreams('short-chat-stream', 'chat', shortEcho);

/** Two short response streams, one after the other. */
export const shortResponseStream = shortStreams('short-response-stream', 'responses', twins);

/** @param known requests of another probe, of which the last is such a stream */
function shortStreams(
  name: string,
  operation: OfText,
  known: (gateway: ProbeGateway) => Promise<readonly Exchange[]>,
): Probe<'stream'> {
  return {
    name,
    modest: '1 stream instead of 2',
    async run(gateway) {
      const ofAnother = (await ofOthers(gateway, known)).slice(-1);
      if (ofAnother.length > 0) return ofAnother;
      const prompts = [shortPrompt(gateway), shortPrompt(gateway)];
      return sequentially(prompts, (prompt) =>
        gateway.send(accepted(MAKE[operation](gateway.expect, { prompt, stream: true }))),
      );
    },
  };
}

/** One stream with include_usage. */
export const usageStream: Probe<'stream'> = {
  name: 'chat-stream-with-usage',
  async run(gateway) {
    const prompt = shortPrompt(gateway);
    const also = { stream_options: { include_usage: true } };
    const request = chatRequest(gateway.expect, { prompt, stream: true, also });
    return [await gateway.send(accepted(request))];
  },
};

/** One stream of the model that fails during a stream. */
export const failingStream = failingStreams('failing-chat-stream', 'chat');
export const failingResponseStream = failingStreams('failing-response-stream', 'responses');

function failingStreams(name: string, operation: OfText): Probe<'begun'> {
  return {
    name,
    async run(gateway) {
      const prompt = shortPrompt(gateway);
      const model = modelFor(gateway.expect.failingMidStreamModel, operation);
      const request = MAKE[operation](gateway.expect, { prompt, model, stream: true });
      return [await gateway.send(legal(request))];
    },
  };
}

/** A stream that takes a while. */
export const pacedStream = pacedStreams('paced-chat-stream', 'chat');
export const pacedResponseStream = pacedStreams('paced-response-stream', 'responses');

/** Enough deltas, over enough time, to show the pace of a stream that a gateway passes on. */
const PACED: UpstreamStep = { tokens: 128, ttftMs: 4, itlMs: 4 };

/**
 * One stream that takes a while: from the slow model, or else a long answer, and a longer one if
 * that was too short to show its pace. The upstream, where it is present, writes it at a known pace.
 */
function pacedStreams(name: string, operation: OfText): Probe<'stream'> {
  return {
    name,
    alone: true,
    async run(gateway) {
      const model = modelFor(gateway.expect.slowModel, operation);
      const upTo = async (last: string) => {
        const nonce = gateway.nonce();
        if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [PACED]);
        const prompt = `Write the numbers from one to ${last} as words, then ${nonce}.`;
        return gateway.send(
          accepted(MAKE[operation](gateway.expect, { prompt, model, stream: true })),
        );
      };
      const first = await upTo('eighty');
      // The pace of the slow model is known.
      const showsPacing = model !== null || showsPace(arrivalsOf(first));
      return showsPacing || !isAccepted(first) ? [first] : [first, await upTo('three hundred')];
    },
  };
}

function arrivalsOf({ timing }: Exchange): readonly number[] {
  return (timing.tokensMs ?? []).map((atMs) => atMs - timing.sendMs);
}

const ABANDONED = 16;
const RECOVERY_MS = 5000;
const LOOK_EVERY_MS = 100;

/**
 * Streams that are dropped at their first event, then a chat in one body, then polls of the
 * requests in flight until there are none.
 */
export const abandonedStreams: Probe<'series'> = {
  name: 'abandoned-chat-streams',
  modest: '1 dropped stream instead of 16, so that a leak in some of them is missed',
  alone: true,
  async run(gateway) {
    const model = modelFor(gateway.expect.slowModel, 'chat');
    const ask = (stream: boolean): ProbeRequest => {
      const prompt = `Write the numbers from one to eighty as words, then ${gateway.nonce()}.`;
      return accepted(chatRequest(gateway.expect, { prompt, model, stream }));
    };
    const dropped = await Promise.all(
      repeated(gateway, ABANDONED, 1, () =>
        gateway.send({ ...ask(true), disconnectAfterEvents: 1 }),
      ),
    );
    const after = await gateway.send(ask(false));
    const exchanges = [...dropped, after, ...(await lookInFlight(gateway))];
    return [{ label: 'dropped streams', exchanges }];
  },
};

async function lookInFlight(gateway: ProbeGateway): Promise<readonly Exchange[]> {
  const { inFlightPath } = gateway.expect;
  if (inFlightPath === null) return [];
  let look = await gateway.send({ operation: 'other', path: inFlightPath });
  const deadlineMs = look.timing.sendMs + RECOVERY_MS;
  while (!isIdle(look) && look.timing.endMs < deadlineMs) {
    await gateway.sleep(LOOK_EVERY_MS);
    look = await gateway.send({ operation: 'other', path: inFlightPath });
  }
  return [look];
}

function isIdle({ answer }: Exchange): boolean {
  return Buffer.from(answer?.body ?? []).toString() === '{"inFlight":0}';
}

/** One image, then two at once, of the sizes that the target is known to support. */
export const fewImages: Probe<'answer'> = {
  name: 'few-images',
  async run(gateway) {
    const { imageSizes } = gateway.expect;
    const draw = (n: number, size: string | undefined) => withMembers(image(gateway), { n, size });
    return [
      await gateway.control(accepted(draw(1, imageSizes[0]))),
      await gateway.send(legal(draw(2, imageSizes.at(-1)))),
    ];
  },
};

/** One image, requested without n. */
export const imageWithoutN: Probe<'answer'> = {
  name: 'image-without-n',
  run: (gateway) =>
    sequentially(['n'], (member) =>
      gateway.send(accepted(withMembers(image(gateway), { [member]: undefined }))),
    ),
};

/** One image in each format, of those that the gateway does not refuse. */
export const formattedImages: Probe<'answer'> = {
  name: 'images-in-each-format',
  modest: '1 of 3 images: only a JPEG',
  async run(gateway) {
    const formats = fewer(gateway, ['jpeg', 'webp', 'png'], 1);
    const sent =
      (await withAllParameters(gateway, 'images')) ??
      (await sequentially(formats, (format) =>
        gateway.send(legal(withMembers(image(gateway), { output_format: format }))),
      ));
    return takenOf(sent, 'output_format');
  },
};

/** An image request without n, or without size. */
export const imagesLeftOpen: Probe<'series'> = {
  name: 'images-without-n-or-size',
  run: (gateway) =>
    sequentially(['n', 'size'], async (member) => ({
      label: member,
      exchanges: [await gateway.send(withMembers(image(gateway), { [member]: undefined }))],
    })),
};

function image(gateway: ProbeGateway): ProbeRequest {
  return billableRequest(gateway.expect, 'images', gateway.nonce());
}
