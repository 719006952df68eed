/** What the bytes of an image show. No pixels are kept. */
export type ImageReading =
  /** A whole image. */
  | { readonly kind: 'whole'; readonly width: number; readonly height: number }
  /** Begins like an image of its type, but is not valid. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** May be whole, but is of a type or size that is not read here. */
  | { readonly kind: 'unread'; readonly why: string };
