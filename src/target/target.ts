import type { Access } from '../exchange/access.ts';
import type { Keys } from './keys.ts';

/** One gateway under test. */
export interface Target {
  /** The name of its kind, as in the registry. */
  readonly kind: string;
  /** Base address with whatever path prefix it has, without a slash at its end. */
  readonly address: string;
  readonly keys: Keys;
  /** What every request carries besides its key. */
  readonly access: Access;
  /** The remedy when it refuses its key, one sentence; absent where Assay made the key. */
  readonly keyRemedy?: string;
  /** Name of the profile that judges it unless the user names another. */
  readonly profile: 'default' | 'reference';
  /** A note about the connection for the report, one sentence. */
  readonly note?: string;
  /** Why it is no longer there, when it ended unexpectedly; undefined while it runs. */
  ended(): Promise<string | undefined>;
  /** Stops what Assay started. Can be called again. */
  stop(): Promise<void>;
}

/** A kind of target. */
export interface TargetKind {
  /** One line for `assay list targets`. */
  readonly summary: string;
  /** Whether the text of `--target` means this kind. */
  takes(text: string): boolean;
  /**
   * Refuses a text that `start` would refuse, without starting anything.
   * @throws UsageError
   */
  check?(text: string): void;
  /** @throws UsageError, SetupError */
  start(order: TargetOrder): Promise<Target>;
}

export interface TargetOrder {
  /** The text of `--target`. */
  readonly text: string;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** Whether it takes an API key; true when absent. */
  readonly takesKey?: boolean;
  /** What every request carries; nothing when absent. */
  readonly access?: Access;
  /** The environment variable of the key for this target only, where that is set. */
  readonly keyVariable?: string;
  /** Keys for a bundled reference gateway; fresh ones when absent. */
  readonly keys?: Required<Keys>;
  /** Options for a bundled reference gateway, as `assay serve` takes them. */
  readonly referenceOptions: readonly string[];
  /** Receives progress messages for slow steps, one line at a time. */
  progress(line: string): void;
}
