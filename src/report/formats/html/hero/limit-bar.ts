import { type Markup, markup } from '../../../phrases/markup.ts';
import type { Objective } from '../../../schema/slo.ts';

const WIDTH = 100;
const HEIGHT = 6;
/** Where the limit stands when the measured value is below it, as a share of the width. */
const LIMIT_AT = 0.8;

/** A measured value as a bar from zero, with its limit as a tick; nothing where neither can be drawn. */
export function limitBar({ measured, limit }: Objective): Markup | false {
  if (measured === null || limit <= 0) return false;
  const scale = Math.min((WIDTH * LIMIT_AT) / limit, WIDTH / Math.max(measured, limit));
  const [bar, tick] = [measured * scale, limit * scale].map((each) => each.toFixed(1));
  return markup`<svg class="limit-bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="${WIDTH}" height="${HEIGHT}"/><rect class="value" width="${bar ?? 0}" height="${HEIGHT}"/><rect class="tick" x="${tick ?? 0}" width="1" height="${HEIGHT}"/></svg>`;
}
