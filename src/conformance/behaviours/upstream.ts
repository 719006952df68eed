import { isJsonObject, parseJsonBytes } from '../../answers/json.ts';
import type { Behaviour } from '../behaviour.ts';
import { callCount, callsOf, requestsText } from '../findings/upstream-calls.ts';
import {
  addedHeaders,
  changedHeaders,
  forwardedHeaders,
  returnedHeaders,
} from '../observations/header-observations.ts';
import { statusWords } from '../observations/observation-words.ts';
import {
  disconnectsSeen,
  failuresSeen,
  mostAtOnce,
  paceSeen,
  uploadSeen,
} from '../observations/upstream-observations.ts';
import { leftAnswers, leftBeforeToken, leftStreams } from '../probes/relay/disconnects.ts';
import { badUpstream, failingUpstream } from '../probes/relay/failures.ts';
import { upstreamHeaders } from '../probes/relay/headers.ts';
import { concurrentUpstream, relayedPace } from '../probes/relay/pace.ts';
import { relayedSlowUpload, repeatedPrompt } from '../probes/relay/requests-passed-on.ts';
import { cutUpstream, errorsUpstream } from '../probes/relay/streams.ts';
import { relayedMembers } from '../probes/relayed-members.ts';
import { UNKNOWN_MEMBER } from '../requests/parameters.ts';
import { need } from '../rule.ts';

export const upstream: readonly Behaviour[] = [
  {
    id: 'broken-upstream-answer',
    question: 'What does a caller get when the answer of the provider is broken, a page, or empty?',
    silence: 'What a gateway does when its provider fails: not shown.',
    upstream: true,
    probe: badUpstream,
    observe: ({ relays }) => failuresSeen(relays),
  },
  {
    id: 'cut-upstream-stream',
    question: 'How does a stream end for a caller when the provider does not complete it?',
    silence: 'What a failure in a stream looks like: not shown.',
    upstream: true,
    probe: cutUpstream,
    observe: ({ relays }) => failuresSeen(relays),
  },
  {
    id: 'disconnect-before-answer',
    question: 'When a caller disconnects before its answer, how soon does the provider see it?',
    silence: 'What a gateway does when a client disconnects: not shown.',
    upstream: true,
    probe: leftAnswers,
    observe: ({ relays }) => disconnectsSeen(relays),
  },
  {
    id: 'disconnect-before-token',
    question:
      'When a caller disconnects before the first token, how soon does the provider see it?',
    silence: 'What a gateway does when a client disconnects: not shown.',
    upstream: true,
    probe: leftBeforeToken,
    observe: ({ relays }) => disconnectsSeen(relays),
  },
  {
    id: 'disconnect-in-stream',
    question: 'When a caller disconnects within a stream, how soon does the provider see it?',
    silence: 'What a gateway does when a client disconnects: not shown.',
    upstream: true,
    probe: leftStreams,
    observe: ({ relays }) => disconnectsSeen(relays),
  },
  {
    id: 'failing-upstream',
    question:
      'What does a caller get when the provider refuses or fails, and after how many requests?',
    silence: 'What a gateway does when its provider fails: not shown.',
    upstream: true,
    probe: failingUpstream,
    observe: ({ relays }) => failuresSeen(relays),
  },
  {
    id: 'repeated-prompt',
    question: 'Does the provider get the same request again when it is repeated without a key?',
    silence: 'Whether a gateway keeps answers: not shown.',
    operation: 'chat',
    upstream: true,
    probe: repeatedPrompt,

    observe({ relays }) {
      return relays.flatMap((relay) => {
        const exchange = relay.exchanges.at(-1);
        if (exchange === undefined) return [];
        const calls = callCount(relay);
        const value = calls < relay.exchanges.length ? `no: ${requestsText(calls)} for 2` : 'yes';
        return [{ subject: relay.label, value, exchange }];
      });
    },
  },
  {
    id: 'stream-passed-on',
    question: 'Are the tokens of the provider passed on as they come?',
    silence: 'When a gateway writes what it reads: not shown.',
    upstream: true,
    probe: relayedPace,
    observe: ({ relays }) => paceSeen(relays),
  },
  {
    id: 'unknown-member-upstream',
    question: 'Does a field that the gateway does not know reach the provider?',
    silence: 'What a gateway sends to its provider: not shown.',
    operation: 'chat',
    upstream: true,
    probe: relayedMembers,
    observe: ({ relays }) =>
      relays
        .filter(({ label }) => label === 'chat, an unknown field')
        .flatMap((relay) => {
          const [exchange] = relay.exchanges;
          if (exchange === undefined) return [];
          const call = callsOf(relay).at(-1);
          const value =
            call === undefined ? `refused: ${statusWords(exchange)}` : keptWords(call.request.body);
          return [{ subject: '', value, exchange }];
        }),
  },
  {
    id: 'upload-passed-on',
    question: 'Is an upload passed on to the provider while it arrives?',
    silence: 'When a gateway sends an upload on: not shown.',
    operation: 'transcription',
    upstream: true,
    probe: relayedSlowUpload,
    observe: ({ relays }) => uploadSeen(relays),
  },
  {
    id: 'upstream-concurrency',
    question: 'How many concurrent requests of callers reach the provider at the same time?',
    silence: 'Whether a gateway limits its concurrent requests: not shown.',
    operation: 'chat',
    upstream: true,
    probe: concurrentUpstream,

    observe({ relays }) {
      const calls = relays.flatMap(callsOf);
      const exchange = relays[0]?.exchanges[0];
      need(exchange && calls.length > 0, 'upstream requests');
      const value = `${mostAtOnce(calls)} of ${relays.length}`;
      return [{ subject: '', value, exchange }];
    },
  },
  {
    id: 'upstream-connections',
    question: 'Do requests one after the other share a connection to the provider?',
    silence: 'How a gateway connects to its provider: not shown.',
    operation: 'chat',
    upstream: true,
    probe: upstreamHeaders,

    observe({ relays }) {
      const calls = relays.flatMap(callsOf);
      const exchange = relays.at(-1)?.exchanges[0];
      need(exchange && calls.length > 1, 'several upstream requests');
      const connections = new Set(calls.map(({ connection }) => connection)).size;
      return [{ subject: '', value: connections < calls.length ? 'yes' : 'no', exchange }];
    },
  },
  {
    id: 'upstream-error-event',
    question: 'How does a caller see an error event in the stream of the provider?',
    silence: 'What a failure in a stream looks like: not shown.',
    upstream: true,
    probe: errorsUpstream,
    observe: ({ relays }) => failuresSeen(relays),
  },
  {
    id: 'upstream-request-headers',
    question:
      'Which headers of a caller reach the provider, and which does the gateway change or add?',
    silence: 'What a gateway sends to its provider: not shown.',
    operation: 'chat',
    upstream: true,
    probe: upstreamHeaders,
    observe: ({ relays }) =>
      [forwardedHeaders, changedHeaders, addedHeaders].flatMap((seen) => seen(relays)),
  },
  {
    id: 'upstream-response-headers',
    question: 'Which headers of the provider reach a caller?',
    silence: 'Response headers: not shown.',
    operation: 'chat',
    upstream: true,
    probe: upstreamHeaders,
    observe: ({ relays }) => returnedHeaders(relays),
  },
];

function keptWords(body: Uint8Array): string {
  const parsed = parseJsonBytes(body);
  return isJsonObject(parsed) && UNKNOWN_MEMBER in parsed ? 'yes' : 'no: it is removed';
}
