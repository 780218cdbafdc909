import type { Operation } from '../../pipeline/operation.ts';
import { correctTakings, enterTakings, listTakings } from './counter-sales.ts';
import { searchCompanies, searchDirectory } from './directory.ts';
import {
  exportReport,
  getReport,
  getReportFile,
  listReportEntries,
  listReportPeriods,
  transmitEReport,
} from './e-reporting.ts';
import { getPlatformChoice } from './platform-choice.ts';
import {
  connectPlatform,
  disconnectPlatform,
  listPlatforms,
  testPlatformConnection,
  updatePlatformConnection,
} from './platform-connections.ts';
import { getReadiness } from './readiness.ts';
import { rehearseEInvoicing } from './rehearsal.ts';
import {
  deleteSupplierInvoice,
  downloadSupplierInvoice,
  getSupplierInvoice,
  listSupplierInvoices,
  markSupplierInvoices,
  uploadSupplierInvoice,
} from './supplier-invoices.ts';
import { answerSupplierInvoice } from './supplier-statuses.ts';
import { getTransmission, replaceRefusedDocument, sendToPlatform } from './transmissions.ts';
import { actAsTrialBuyer, getTrialPlatform, receiveTrialInvoice } from './trial-platform.ts';

/** Approved platforms of the e-invoicing reform: connections, and documents sent by them. */
export const platformOperations: readonly Operation[] = [
  getReadiness,
  rehearseEInvoicing,
  listPlatforms,
  connectPlatform,
  testPlatformConnection,
  disconnectPlatform,
  updatePlatformConnection,
  getTransmission,
  sendToPlatform,
  replaceRefusedDocument,
  getPlatformChoice,
  searchDirectory,
  searchCompanies,
  getTrialPlatform,
  actAsTrialBuyer,
  receiveTrialInvoice,
];

/** E-reports, and the takings without invoices that they contain. */
export const eReportingOperations: readonly Operation[] = [
  listReportPeriods,
  getReport,
  listReportEntries,
  exportReport,
  getReportFile,
  transmitEReport,
  listTakings,
  enterTakings,
  correctTakings,
];

/** Invoices received from suppliers. */
export const supplierInvoiceOperations: readonly Operation[] = [
  listSupplierInvoices,
  getSupplierInvoice,
  downloadSupplierInvoice,
  uploadSupplierInvoice,
  markSupplierInvoices,
  deleteSupplierInvoice,
  answerSupplierInvoice,
];
