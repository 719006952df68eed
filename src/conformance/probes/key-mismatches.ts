import { isJsonObject } from '../../answers/json.ts';
import type { Billable } from '../../contract/operations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { accepted, modelPart, tone, transcriptionRequest } from './requests.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';
import { allForms, type RequestForm } from './text-forms.ts';

/** The label of a request that differs in its model. */
export const UNKNOWN_MODEL = 'a model that is unknown';

/**
 * Each billable request in each form with a key, then the same key with requests that differ from the first
 * in one field; labelled by the form and the field.
 */
export const oneMemberChanged: Probe<'series'> = {
  name: 'one-member-changed-under-one-key',
  modest: 'only one body and one stream, of the first two operations that the target supports',
  async run(gateway) {
    const ofEach = await Promise.all(
      fewer(gateway, allForms(gateway), 2).map(async (form) => {
        const { first: request, changed } = CHANGES[form.operation](gateway, form);
        const trials = { ...changed, [UNKNOWN_MODEL]: ofUnknownModel(gateway, request) };
        const key = freshKey();
        const first = await gateway.send(accepted(keyed(request, key)));
        await gateway.sleep(gateway.expect.replayLagMs);
        return sequentially(Object.entries(trials), async ([member, other]) => ({
          label: `${form.name}, ${member}`,
          exchanges: [first, await sendTrial(gateway, keyed(other, key, 2))],
        }));
      }),
    );
    return ofEach.flat();
  },
};

/** A gateway that compares the model refuses this for its key, and one that knows its models too. */
function ofUnknownModel(gateway: ProbeGateway, request: ProbeRequest): ProbeRequest {
  const model = `no-such-model-${gateway.nonce()}`;
  const { body } = request;
  if (body === undefined || !('multipart' in body || 'json' in body)) return request;
  if ('json' in body) return { ...request, body: { json: { ...Object(body.json), model } } };
  const parts = body.multipart.parts.map((part) =>
    part.name === 'model' ? modelPart(model) : part,
  );
  return { ...request, body: { multipart: { ...body.multipart, parts } } };
}

interface Changes {
  readonly first: ProbeRequest;
  /** By the field that differs. */
  readonly changed: Readonly<Record<string, ProbeRequest>>;
}

const CHANGES: Readonly<Record<Billable, (gateway: ProbeGateway, form: RequestForm) => Changes>> = {
  chat: (gateway, form) => {
    const { first, withMembers } = plain(gateway, form);
    const system = { role: 'system', content: `Answer briefly, for ${gateway.nonce()}.` };
    return {
      first,
      changed: {
        temperature: withMembers(() => ({ temperature: 0.5 })),
        'a system message': withMembers(({ messages }) => ({
          messages: [system, ...(Array.isArray(messages) ? messages : [])],
        })),
      },
    };
  },
  responses: (gateway, form) => {
    const { first, withMembers } = plain(gateway, form);
    const instructions = `Answer briefly, for ${gateway.nonce()}.`;
    return { first, changed: { instructions: withMembers(() => ({ instructions })) } };
  },
  images: (gateway, form) => {
    const { first, withMembers } = plain(gateway, form);
    const [, size] = gateway.expect.imageSizes;
    return {
      first,
      changed: {
        n: withMembers(() => ({ n: 2 })),
        ...(size !== undefined && { size: withMembers(() => ({ size })) }),
      },
    };
  },
  transcription: (gateway) => {
    const upload = (changedAt?: number) => {
      const content = tone(word, LARGE_FILE_BYTES);
      if (changedAt !== undefined) content.fill(0x55, changedAt, changedAt + 1);
      return transcriptionRequest(gateway.expect, { content });
    };
    const word = gateway.nonce();
    return {
      first: upload(),
      changed: {
        'one byte in the middle of the file': upload(LARGE_FILE_BYTES / 2),
        'the last byte of the file': upload(LARGE_FILE_BYTES - 1),
      },
    };
  },
  'video-create': (gateway, form) => {
    const { first, withMembers } = plain(gateway, form);
    const duration = 2 * gateway.expect.videoDuration;
    return { first, changed: { duration: withMembers(() => ({ duration })) } };
  },
};

/** More than one read of a stream, so that a gateway that compares only the first part shows. */
const LARGE_FILE_BYTES = 2 * 1024 * 1024;

function plain(gateway: ProbeGateway, form: RequestForm) {
  const first = form.request(gateway.nonce());
  const json = first.body && 'json' in first.body ? first.body.json : undefined;
  const body = isJsonObject(json) ? json : {};
  const withMembers = (members: (body: Readonly<Record<string, unknown>>) => object) => ({
    ...first,
    body: { json: { ...body, ...members(body) } },
  });
  return { first, withMembers };
}
