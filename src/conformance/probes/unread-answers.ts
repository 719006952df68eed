import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent, sendScripted } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { type TextForm, textForms } from './text-forms.ts';

/** More than the buffers of both ends take: an answer that is not read to its end stays open. */
const TOTAL_BYTES = 12 * 1024 * 1024;
const EVENT_BYTES = 64 * 1024;
const LARGE: UpstreamStep = {
  tokens: TOTAL_BYTES / EVENT_BYTES,
  pieceBytes: EVENT_BYTES,
  ttftMs: 5,
  itlMs: 1,
};
const EVENTS_READ = 3;
/** A late end is a finding, with its time. */
const WATCHED_MS = 500;

interface Case {
  readonly name: string;
  readonly step: UpstreamStep;
  readonly disconnectAfterEvents?: number;
}

const IN_STREAMS: readonly Case[] = [
  { name: 'the caller disconnects', step: LARGE, disconnectAfterEvents: EVENTS_READ },
  {
    name: 'malformed JSON within',
    step: { ...LARGE, fail: { kind: 'malformed-json', afterTokens: EVENTS_READ } },
  },
];
const IN_BODIES: readonly Case[] = [
  { name: 'a large error', step: { status: 400, body: 'x'.repeat(TOTAL_BYTES) } },
];

/** Large answers of the upstream that a gateway has a reason not to read to their end. */
export const unreadAnswers: Probe<'relay'> = {
  name: 'large-answers-that-may-stay-unread',
  alone: true,
  last: true,
  async run(gateway) {
    const sent = await Promise.all(
      textForms(gateway).map((form) =>
        sequentially(form.stream ? IN_STREAMS : IN_BODIES, (one) => sendOne(gateway, form, one)),
      ),
    );
    return relayed(gateway, sent.flat(), gateway.expect.upstreamReleaseMs + WATCHED_MS);
  },
};

function sendOne(gateway: ProbeGateway, form: TextForm, one: Case): Promise<Sent> {
  const { name, step, disconnectAfterEvents } = one;
  return sendScripted(gateway, `${form.name}, ${name}`, step, (nonce) => {
    const request = sentOnce(form.request(nonce));
    return disconnectAfterEvents === undefined ? request : { ...request, disconnectAfterEvents };
  });
}
