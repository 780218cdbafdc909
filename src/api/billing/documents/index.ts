import type { Operation } from '../../../pipeline/operation.ts';
import { archiveBilling, unarchiveBilling } from './archive-billing.ts';
import { deleteBilling } from './delete-billing.ts';
import { duplicateBilling } from './duplicate-billing.ts';
import { updateBankInformation } from './edit/update-bank-information.ts';
import { updateCustomer } from './edit/update-customer.ts';
import { updateDeliveryAddress } from './edit/update-delivery-address.ts';
import { updateDisbursementDiscount } from './edit/update-disbursement-discount.ts';
import { updateDisplaySettings } from './edit/update-display-settings.ts';
import { updateLines } from './edit/update-lines.ts';
import { updatePersonalServices } from './edit/update-personal-services.ts';
import { updateProjectOf } from './edit/update-project.ts';
import { updateBillingTheme } from './edit/update-theme.ts';
import { updateTitle } from './edit/update-title.ts';
import { exportBillings } from './export-billings.ts';
import { finalizeBilling } from './finalize-billing.ts';
import { downloadFormalNotice, getFormalNotice, makeFormalNotice } from './formal-notice.ts';
import { getBilling } from './get-billing.ts';
import { getDocumentGroup } from './get-billing-family.ts';
import { getCurrencyRates } from './get-currency-rates.ts';
import { getNextNumber } from './get-next-number.ts';
import { getVatChoices } from './get-vat-choices.ts';
import { listBillingRows, listBillings } from './list-billings.ts';
import { sumBillings } from './sum-billings.ts';

/** Operations on all documents. */
export const documentOperations: readonly Operation[] = [
  listBillings,
  listBillingRows,
  getCurrencyRates,
  exportBillings,
  sumBillings,
  getNextNumber,
  getVatChoices,
  getBilling,
  getDocumentGroup,
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
