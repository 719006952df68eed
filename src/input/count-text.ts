/** `12 345`, `0.25`. */
export function thousands(value: number): string {
  return String(value).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ' '));
}

/** `no items`, `1 item`, `3 items`. */
export function countText(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}
