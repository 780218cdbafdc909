import type { Operation } from '../../../pipeline/operation.ts';
import {
  addImportFile,
  changeImportFile,
  createImport,
  discardImport,
  getImport,
  listImportDocuments,
  listImports,
  runImportOperation,
  undoImportOperation,
} from './imports.ts';
import {
  downloadPastDocument,
  getPastDocument,
  listPastDocuments,
  recordPayment,
  reversePayment,
  sumPastDocuments,
} from './past-documents.ts';

/** Imports from other programs, and the documents they brought. */
export const importOperations: readonly Operation[] = [
  createImport,
  listImports,
  getImport,
  addImportFile,
  changeImportFile,
  listImportDocuments,
  runImportOperation,
  undoImportOperation,
  discardImport,
  listPastDocuments,
  sumPastDocuments,
  getPastDocument,
  downloadPastDocument,
  recordPayment,
  reversePayment,
];
