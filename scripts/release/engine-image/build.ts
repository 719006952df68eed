import type { PROCESSORS } from '../platforms.ts';

/** As Docker, Debian and Go call it. */
export type Processor = (typeof PROCESSORS)[keyof typeof PROCESSORS];

/** Name and tag of the image. */
export interface ImageName {
  readonly name: string;
  readonly version: string;
}

export interface BuiltImage {
  readonly processor: Processor;
  /** Its bill of materials, in the CycloneDX format. */
  readonly sbom: object;
}

/**
 * Makes the image for each processor.
 * @param folder for files that belong to the image
 * @param say one line for the user
 * @throws Error with what the program that failed printed
 */
export type Build = (
  image: ImageName,
  processors: readonly Processor[],
  folder: string,
  say: (line: string) => void,
) => Promise<readonly BuiltImage[]>;
