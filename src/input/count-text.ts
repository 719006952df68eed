/** `no items`, `1 item`, `3 items`. */
export function countText(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}
