import type { Alteration } from '../hooks.ts';
import { isObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';
import { filterSink } from '../relay/edit-sink.ts';

export const relayAddsUsage: Alteration = {
  id: 'relay-adds-usage',
  summary: 'The provider is always requested to state the usage of a chat stream.',
  needsUpstream: true,
  hooks({ providerBody, relaySink }) {
    const added = new WeakSet<Buffer>();
    return {
      providerBody(body, bytes, operation) {
        const given = providerBody(body, bytes, operation);
        const options = isObject(body.stream_options) ? body.stream_options : {};
        const isKept =
          operation !== 'chat' || body.stream !== true || options.include_usage === true;
        if (isKept) return given;
        const stream_options = { ...options, include_usage: true };
        const edited = toBytes({ ...parseObject(given), stream_options });
        added.add(edited);
        return edited;
      },
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        if (call.body === undefined || !added.has(call.body)) return next;
        return filterSink(next, (event) => {
          const { data } = event;
          if (typeof data === 'string') return event;
          const { usage, ...chunk } = data;
          const isOfUsage =
            isObject(usage) && Array.isArray(data.choices) && data.choices.length === 0;
          return isOfUsage ? undefined : { ...event, data: chunk };
        });
      },
    };
  },
};
