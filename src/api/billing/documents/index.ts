import type { Operation } from '../../../pipeline/operation.ts';
import { archiveBilling, unarchiveBilling } from './archive-billing.ts';
import { deleteBilling } from './delete-billing.ts';
import { duplicateBilling } from './duplicate-billing.ts';
import { exportBillings } from './export-billings.ts';
import { finalizeBilling } from './finalize-billing.ts';
import { downloadFormalNotice, getFormalNotice, makeFormalNotice } from './formal-notice.ts';
import { getBilling } from './get-billing.ts';
import { getCurrencyRates } from './get-currency-rates.ts';
import { getFamily } from './get-family.ts';
import { getNextNumber } from './get-next-number.ts';
import { getVatChoices } from './get-vat-choices.ts';
import { listBillingRows, listBillings } from './list-billings.ts';
import { sumBillings } from './sum-billings.ts';
import { updateBankInformation } from './update-bank-information.ts';
import { updateCustomer } from './update-customer.ts';
import { updateDeliveryAddress } from './update-delivery-address.ts';
import { updateDisbursementDiscount } from './update-disbursement-discount.ts';
import { updateDisplaySettings } from './update-display-settings.ts';
import { updateLines } from './update-lines.ts';
import { updatePersonalServices } from './update-personal-services.ts';
import { updateProjectOf } from './update-project-of.ts';
import { updateBillingTheme } from './update-theme.ts';
import { updateTitle } from './update-title.ts';

/** Every document. */
export const documentOperations: readonly Operation[] = [
  listBillings,
  listBillingRows,
  getCurrencyRates,
  exportBillings,
  sumBillings,
  getNextNumber,
  getVatChoices,
  getBilling,
  getFamily,
  updateTitle,
  updateLines,
  updateCustomer,
  updateProjectOf,
  updateDisplaySettings,
  updateBankInformation,
  updateDeliveryAddress,
  updateDisbursementDiscount,
  updatePersonalServices,
  updateBillingTheme,
  finalizeBilling,
  archiveBilling,
  unarchiveBilling,
  duplicateBilling,
  getFormalNotice,
  makeFormalNotice,
  downloadFormalNotice,
  deleteBilling,
];
