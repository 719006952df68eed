/**
 * Of each scenario that sends several operations: the share of its arrivals that send each of them.
 * Constants only: Assay reads them too, to report what it left out.
 */
export const OPERATION_SHARES = {
  abandon: { chat: 0.6, responses: 0.4 },
  'idempotent-retry': { chat: 0.25, responses: 0.25, images: 0.25, 'video-create': 0.25 },
  'slow-reader': { chat: 0.6, responses: 0.4 },
  'video-poll-cancel': { 'video-create': 1, 'video-read': 1, 'video-cancel': 0.5 },
} as const;
