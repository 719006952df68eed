/** What a command's end means to whoever started it. */
export const EXIT = {
  holds: 0,
  fails: 1,
  inconclusive: 2,
  usage: 3,
  interrupted: 130,
} as const;
