import type { Access } from '../exchange/access.ts';
import type { Keys } from './keys.ts';

/** How to reach one subject under test. */
export interface Target {
  /** The name of its kind, as in the registry. */
  readonly kind: string;
  /** Base address with whatever path prefix it has, without a slash at its end. */
  readonly address: string;
  readonly keys: Keys;
  /** What every request carries beside its key. */
  readonly access: Access;
  /** What to do when it refuses its key, in one sentence; absent where Assay made the key. */
  readonly keyRemedy?: string;
  /** Name of the profile that judges it unless the user names another. */
  readonly profile: 'default' | 'reference';
  /** What a reader of the report should know of the way there, in one sentence. */
  readonly note?: string;
  /** Why it is no longer there, when it ended unexpectedly; undefined while it runs. */
  ended(): Promise<string | undefined>;
  /** Stops what Assay started. Can be called again. */
  stop(): Promise<void>;
}

/** One way to come by a target. */
export interface TargetKind {
  /** One line for `assay list targets`. */
  readonly summary: string;
  /** Whether what stands after `--target` means this kind. */
  takes(text: string): boolean;
  /** @throws UsageError, SetupError */
  start(order: TargetOrder): Promise<Target>;
}

export interface TargetOrder {
  /** What stands after `--target`. */
  readonly text: string;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** Whether it takes an API key; true when absent. */
  readonly takesKey?: boolean;
  /** What every request is to carry; nothing when absent. */
  readonly access?: Access;
  /** The variable that the key of this target alone is in, where that is set. */
  readonly keyVariable?: string;
  /** Options for a bundled reference gateway, as `assay serve` takes them. */
  readonly referenceOptions: readonly string[];
  /** Receives progress messages for slow steps, one line at a time. */
  progress(line: string): void;
}
