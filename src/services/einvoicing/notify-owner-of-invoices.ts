import { settingsOf } from '../../db/account/settings.ts';
import type { SupplierInvoice } from '../../domain/einvoicing/supplier-invoice.ts';
import { supplierInvoicesMail } from '../../mail/owner-notices.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';

/**
 * Mails the owner about invoices that a platform delivered: one mail for all of a reading. Without
 * an address or a mail server, only the list of received invoices shows them.
 */
export async function notifyOwnerOfInvoices(context: Context, invoices: readonly SupplierInvoice[]): Promise<void> {
  if (invoices.length === 0) return;
  const { settings } = await settingsOf(context.tx);
  const { email } = settings.emitter;
  if (!email || settings.supplierInvoicesByMail === false) return;
  const { locale } = settings.defaults;
  const arrived = invoices.map(({ name, content }) =>
    'invoice' in content
      ? {
          supplier: content.invoice.seller.name,
          number: content.invoice.number,
          amount: content.invoice.totals.due,
          currency: content.invoice.currency,
        }
      : { file: name },
  );
  const letter = supplierInvoicesMail({ arrived, url: `${context.publicUrl}/factures-recues` }, locale);
  await queueMail(context, { purpose: 'notice', test: context.test, to: [email], ...letter, locale, settings });
}
