import type { conflict as french } from '../fr/editor-conflict.ts';

/** What the dialog says where a document was changed in two places. */
export const conflict: typeof french = {
  title: 'This document was changed in another tab',
  said: 'Nothing is lost. Choose for each field what stays.',
  field: 'Field',
  here: 'Here',
  there: 'The other version',
  side: (of) => `${of}: `,
  allHere: 'Keep all from here',
  allThere: 'Take all from the other',
  both: 'Keep both',
  bothSaid: 'What was here is now a draft of its own.',
  keepChoice: 'Keep this choice',
  same: 'Everything else is the same on both sides.',
  cellOf: (line, cell) => `${line}, ${cell}`,
  sectionOf: (lines) => (lines === 1 ? 'Section of a line' : `Section of ${lines} lines`),
  unnamedLine: 'Line without description',
  lineThere: 'Present',
  noLine: 'Absent',
  order: 'Order of the lines',
  anotherCustomer: 'The customer chosen on this side',
  anotherProject: 'The project chosen on this side',
};
