import type { Operation } from '../../src/contract/operations.ts';

/** An official client, with what is installed to run it. */
export interface Client {
  /** As the page and the reports call it. */
  readonly name: string;
  readonly runtime: 'node' | 'python';
  /** Below `drivers`. */
  readonly driver: string;
  /** Operations for which it has no call. */
  readonly without: readonly Operation[];
  /** Pinned, the package of the client first. */
  readonly packages: Readonly<Record<string, string>>;
}

/** The version of openai-node is that of `devDependencies`: a test compares them. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'openai-node',
    runtime: 'node',
    driver: 'openai-node.mjs',
    without: [],
    packages: { openai: '7.57.0' },
  },
  {
    name: 'openai-python',
    runtime: 'python',
    driver: 'openai-python.py',
    without: [],
    packages: { openai: '3.54.0' },
  },
  {
    name: 'AI SDK',
    runtime: 'node',
    driver: 'ai-sdk.mjs',
    without: ['video-create', 'video-read', 'video-cancel'],
    packages: {
      ai: '7.0.173',
      '@ai-sdk/openai': '4.0.118',
      '@ai-sdk/openai-compatible': '3.0.92',
    },
  },
];
