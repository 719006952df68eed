export * from '../requests/plain.ts';
