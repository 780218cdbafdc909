import type { conflict as french } from '../fr/editor-conflict.ts';

/** Conflict dialog of the editor. */
export const conflict: typeof french = {
  title: 'This document was changed in another tab',
  said: 'Nothing is lost. Choose which version to keep for each field.',
  field: 'Field',
  here: 'Here',
  there: 'The other version',
  side: (of) => `${of}: `,
  allHere: 'Keep everything from here',
  allThere: 'Take everything from the other',
  both: 'Keep both',
  bothSaid: 'The version from here is now a separate draft.',
  keepChoice: 'Keep this choice',
  same: 'Everything else is identical.',
  cellOf: (line, cell) => `${line}, ${cell}`,
  sectionOf: (lines) => (lines === 1 ? 'Section of 1 line' : `Section of ${lines} lines`),
  unnamedLine: 'Line without description',
  lineThere: 'Present',
  noLine: 'Absent',
  order: 'Order of the lines',
  anotherCustomer: 'The customer chosen on this side',
  anotherProject: 'The project chosen on this side',
};
