import * as z from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { changePurchasesForm, PurchasesChangedJson } from '../../schemas/books/purchase.ts';
import { changePurchases } from '../../services/books/change-purchases.ts';

export const changePurchaseLines = operation({
  name: 'change-purchases',
  summary: 'Gives several purchases a nature or a means of payment, all of them or none.',
  description:
    'Each line is taken back by a counter-entry and replaced, as correct-purchase does: it keeps its amounts, receipt, received invoice and bank debit. At most 100 lines.',
  chapter: 'Books',
  routes: ['POST /v2/books/purchases/changes'],
  scope: 'billing:write',
  path: z.object({}),
  query: z.object({}),
  body: changePurchasesForm,
  success: 200,
  output: PurchasesChangedJson,
  refusals: ['purchase_not_found', 'purchase_corrected', 'purchase_is_counter_entry', 'purchase_not_replaceable'],
  example: { ids: ['0198f3c2-7f1e-7a54-9c3b-5d2e8f6a1b0c'], nature: 'supplies' },
  async run(context, { ids, nature, method }) {
    const changed = await changePurchases(context, ids, { nature, method });
    return isRefusal(changed) ? changed : { body: changed };
  },
});
