/** The exit codes of all commands. */
export const EXIT = {
  holds: 0,
  fails: 1,
  inconclusive: 2,
  usage: 3,
  interrupted: 130,
} as const;
