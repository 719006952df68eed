import { safeJson } from '../phrases/printable.ts';
import type { Rendering } from '../write.ts';
import { sheetMarkdown } from './markdown.ts';
import type { BehaviourSheet } from './schema.ts';

/** The sheet itself, for machines and for `assay compare`. */
export const sheetJson: Rendering<BehaviourSheet> = {
  file: 'behaviour.json',
  render: (sheet) => `${safeJson(sheet, 2)}\n`,
};

export const sheetPage: Rendering<BehaviourSheet> = {
  file: 'behaviour.md',
  render: sheetMarkdown,
};
