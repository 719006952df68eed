import type { Behaviour } from './models/models.ts';
import type { Size } from './models/png.ts';
import type { TextPrompt } from './models/text.ts';

/** A valid request to a text model. */
export interface CheckedText extends Omit<TextPrompt, 'stream'> {
  readonly model: string;
  readonly includeUsage: boolean;
  /** Limit of the answer; infinite when the request sets none. */
  readonly mostTokens: number;
}

export interface CheckedImages {
  readonly behaviour: Behaviour;
  readonly prompt: string;
  readonly n: number;
  readonly size: Size;
}

export interface CheckedForm {
  readonly behaviour: Behaviour;
  /** SHA-256 of the file, in hex. */
  readonly digest: string;
}

/** What a transcription model heard. */
export interface Transcript {
  readonly tokens: readonly string[];
}

export interface CheckedVideo {
  readonly model: string;
  readonly behaviour: Behaviour;
}
