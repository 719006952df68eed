import { OPERATIONS } from '../contract/operations.ts';
import type { JobView } from './video-jobs.ts';

/** The address comes from the gateway; a longer one is not followed. */
const ADDRESS_CHARACTERS = 2048;

interface ContentAddress {
  /** As a client resolves it. */
  readonly url: string;
  /** Appended to the base address; undefined where the origin or the prefix differs. */
  readonly path: string | undefined;
}

/** Where the content_url of a completed job leads; undefined without one. */
export function contentAddress({ exchange, stage, json }: JobView): ContentAddress | undefined {
  const { content_url: contentUrl } = json;
  if (stage !== 'completed' || typeof contentUrl !== 'string') return undefined;
  if (contentUrl === '' || contentUrl.length > ADDRESS_CHARACTERS) return undefined;
  if (!URL.canParse(contentUrl, exchange.request.url)) return undefined;
  const { origin, pathname, search, href } = new URL(contentUrl, exchange.request.url);
  const base = baseOf(exchange.request.url);
  const isHere = base !== undefined && `${origin}${pathname}`.startsWith(`${base}/`);
  return {
    url: href,
    path: isHere ? `${origin}${pathname}${search}`.slice(base.length) : undefined,
  };
}

/** The base address of the gateway, taken from the address of a job. */
function baseOf(jobUrl: string): string | undefined {
  const at = jobUrl.lastIndexOf(`${OPERATIONS['video-create'].path}/`);
  return at === -1 ? undefined : jobUrl.slice(0, at);
}
