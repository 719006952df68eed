/**
 * The scenarios that come with Assay: a new one is its file and an entry here. Constants only:
 * Assay reads them to list, mix and exclude scenarios, and `mixed` draws from them in this order.
 */
export const SCENARIOS = {
  chat: {
    summary: 'Chats with answers in one body.',
    weight: 22,
    sends: { chat: ['body'] },
    operation: 'chat',
  },
  'chat-stream': {
    summary: 'Chats with streamed answers.',
    weight: 26,
    sends: { chat: ['body', 'stream'] },
  },
  responses: {
    summary: 'Responses with answers in one body.',
    weight: 8,
    sends: { responses: ['body'] },
    operation: 'responses',
  },
  'responses-stream': {
    summary: 'Responses with streamed answers.',
    weight: 12,
    sends: { responses: ['body', 'stream'] },
  },
  images: {
    summary: 'Images from a prompt.',
    weight: 6,
    sends: { images: ['body'] },
    operation: 'images',
  },
  'transcription-upload': {
    summary:
      'Uploads of audio: small, large, and of exactly 25 MiB; some are retried with one key.',
    weight: 6,
    sends: { transcription: ['body', 'replay'] },
    operation: 'transcription',
  },
  'idempotent-retry': {
    summary: 'Retries with one key: after success, while in flight, after a dropped connection.',
    weight: 10,
    sends: {
      chat: ['body', 'stream', 'replay'],
      responses: ['body', 'stream', 'replay'],
      images: ['body', 'replay'],
      'video-create': ['body', 'replay'],
    },
    shares: { chat: 0.25, responses: 0.25, images: 0.25, 'video-create': 0.25 },
  },
  'video-poll-cancel': {
    summary:
      'Video jobs: polled to their end, or cancelled at a random moment and then read again.',
    weight: 6,
    sends: { 'video-create': ['body'], 'video-read': ['body'], 'video-cancel': ['body'] },
    shares: { 'video-create': 1, 'video-read': 1, 'video-cancel': 0.5 },
    operation: 'video',
  },
  'chat-session': {
    summary:
      'Conversations of several turns: each turn sends the whole dialog, after a think time.',
    weight: 2,
    sends: { chat: ['body', 'stream'] },
  },
  'tool-loop': {
    summary: 'Chats that call a function: the call, its result, the answer; all streamed.',
    // Many gateways have no tools.
    weight: 0,
    sends: { chat: ['body', 'stream', 'call'] },
    needs: ['tools'],
  },
  abandon: {
    summary: 'Clients that disconnect: in the middle of a stream, or before any answer.',
    weight: 4,
    sends: { chat: ['body', 'stream'], responses: ['body', 'stream'] },
    shares: { chat: 0.6, responses: 0.4 },
  },
  'slow-reader': {
    summary:
      'Clients that read a stream more slowly than it is written: the rest waits at the gateway.',
    weight: 1,
    sends: { chat: ['slow'], responses: ['slow'] },
    shares: { chat: 0.6, responses: 0.4 },
  },
} as const satisfies Readonly<Record<string, ScenarioEntry>>;

export interface ScenarioEntry {
  /** One sentence, as `assay list scenarios` shows it. */
  readonly summary: string;
  /** In `mixed`, unless the workload has a mix. */
  readonly weight: number;
  /** The operations that it sends, each with the possible forms of its answers. */
  readonly sends: Readonly<
    Record<string, readonly ('body' | 'stream' | 'call' | 'slow' | 'replay')[]>
  >;
  /** Share of its arrivals that send each operation, if it sends several; 1 when absent. */
  readonly shares?: Readonly<Record<string, number>>;
  /** Features without which nothing of it is sent. */
  readonly needs?: readonly 'tools'[];
  /** The `--operation` of `assay capacity` that means this scenario. */
  readonly operation?: string;
}
