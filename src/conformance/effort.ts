/**
 * How much the probes send. `modest`: where each call may cost money; a probe that sends less then
 * says so itself, in `modest`.
 */
export type Effort = 'thorough' | 'modest';
