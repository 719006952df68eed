import type { Exchange, FilePart } from '../../../exchange/exchange.ts';
import type { UpstreamFile } from '../../../exchange/upstream/upstream-exchange.ts';
import type { Relay } from '../../evidence.ts';
import { need } from '../../rule.ts';
import { needCalls } from '../upstream-calls.ts';

/** The file of an upload at both ends. */
interface BothFiles {
  readonly exchange: Exchange;
  readonly sent: FilePart;
  readonly arrived: UpstreamFile | undefined;
}

/** The only file of an upload, and what reached the upstream of it. */
export function needBothFiles(relay: Relay): BothFiles {
  const [exchange] = relay.exchanges;
  const body = exchange?.request.body;
  need(exchange && body?.kind === 'multipart', 'an upload');
  const [sent] = body.files;
  need(sent, 'an upload with a file');
  const call = needCalls(relay).at(-1);
  need(call?.request.isComplete, 'a whole upstream request');
  return { exchange, sent, arrived: call.request.files[0] };
}
