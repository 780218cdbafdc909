import type { Operation } from '../../pipeline/operation.ts';
import { addBookComment, getBooksState, listBookComments, resolveBookComment } from './accountant.ts';
import { downloadAccountingEntries, exportAccountingEntries, listAccountingEntries } from './accounting-entries.ts';
import { changePurchaseLines } from './change-purchases.ts';
import { getChartOfAccounts, updateChartOfAccounts } from './chart-of-accounts.ts';
import { closeBooks, listBookClosings, previewBookClosing, verifyBookClosings } from './closings.ts';
import { getTrialBalance, listLedgerLines } from './general-ledger.ts';
import {
  chooseUseOfMileage,
  correctTrip,
  downloadMileage,
  exportMileage,
  getMileage,
  listTrips,
  recordTrip,
  reviseMileage,
} from './mileage.ts';
import { createMileageVehicle, listMileageVehicles, updateMileageVehicle } from './mileage-vehicles.ts';
import { listOpeningBalances, recordOpeningBalances, reverseOpeningBalances } from './opening-entries.ts';
import { importPurchases } from './purchase-import.ts';
import { downloadPurchasesRegister, exportPurchasesRegister, sumPurchases } from './purchase-register.ts';
import {
  correctPurchaseLine,
  downloadPurchaseReceipt,
  listPurchaseSuppliers,
  listPurchases,
  recordBankDebit,
  recordPurchaseByHand,
  recordSupplierInvoice,
} from './purchases.ts';
import { readReceiptOfPurchase } from './receipt-reading.ts';
import { downloadReceiptsBook, exportReceiptsBook, listReceiptsBook, sumReceiptsBook } from './receipts-book.ts';
import { createRecurringPurchase, listRecurringPurchases, updateRecurringPurchase } from './recurring-purchases.ts';
import { getResult } from './result.ts';
import { getUrssafDeclaration } from './urssaf-declaration.ts';
import {
  downloadVatReturn,
  exportVatReturn,
  getVatReturn,
  listVatPeriods,
  listVatReturnPieces,
  stateVatCredit,
} from './vat-return.ts';

/** The books that the law asks of a business. */
export const bookOperations: readonly Operation[] = [
  listReceiptsBook,
  sumReceiptsBook,
  exportReceiptsBook,
  downloadReceiptsBook,
  getUrssafDeclaration,
  getResult,
  listVatPeriods,
  getVatReturn,
  listVatReturnPieces,
  exportVatReturn,
  downloadVatReturn,
  stateVatCredit,
  recordPurchaseByHand,
  readReceiptOfPurchase,
  recordBankDebit,
  recordSupplierInvoice,
  correctPurchaseLine,
  changePurchaseLines,
  createRecurringPurchase,
  listRecurringPurchases,
  updateRecurringPurchase,
  listPurchases,
  importPurchases,
  listPurchaseSuppliers,
  downloadPurchaseReceipt,
  sumPurchases,
  exportPurchasesRegister,
  downloadPurchasesRegister,
  getMileage,
  chooseUseOfMileage,
  reviseMileage,
  listMileageVehicles,
  createMileageVehicle,
  updateMileageVehicle,
  recordTrip,
  correctTrip,
  listTrips,
  exportMileage,
  downloadMileage,
  listAccountingEntries,
  getTrialBalance,
  listLedgerLines,
  exportAccountingEntries,
  downloadAccountingEntries,
  listOpeningBalances,
  recordOpeningBalances,
  reverseOpeningBalances,
  getChartOfAccounts,
  updateChartOfAccounts,
  listBookClosings,
  previewBookClosing,
  closeBooks,
  verifyBookClosings,
  getBooksState,
  listBookComments,
  addBookComment,
  resolveBookComment,
];
