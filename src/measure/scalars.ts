import { z } from 'zod';

export const TEXT = z.string();
export const NUMBER = z.number();
export const INTEGER = z.number().int();
export const MS = z.number().describe('ms');
export const PER_SECOND = z.number().describe('per second');
