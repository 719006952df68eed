/** What the bytes of an image say of themselves. No pixel is kept. */
export type ImageReading =
  /** A whole image. */
  | { readonly kind: 'whole'; readonly width: number; readonly height: number }
  /** Begins like an image of its type, but is none. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** May be whole, but is of a type or size that is not read here. */
  | { readonly kind: 'unread'; readonly why: string };
