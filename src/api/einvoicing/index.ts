import type { Operation } from '../../pipeline/operation.ts';
import { correctTakings, enterTakings, listTakings } from './counter-sales.ts';
import { exportReport, getReport, getReportFile, listReportEntries, listReportPeriods } from './e-reporting.ts';

/** E-reports, and the takings without invoices that they contain. */
export const eReportingOperations: readonly Operation[] = [
  listReportPeriods,
  getReport,
  listReportEntries,
  exportReport,
  getReportFile,
  listTakings,
  enterTakings,
  correctTakings,
];
