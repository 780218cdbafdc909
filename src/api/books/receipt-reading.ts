import * as z from 'zod';
import { RECEIPT_BYTES_MAX } from '../../domain/books/purchase.ts';
import { operation } from '../../pipeline/operation.ts';
import { ReceiptProposalJson, readReceiptForm } from '../../schemas/books/receipt-proposal.ts';
import { proposalOf, readReceiptFile } from '../../services/books/read-receipt-file.ts';
import { receiptRefused } from '../../services/books/record-purchase.ts';
import type { Context } from '../../services/context.ts';

const none = z.object({});

export const readReceiptOfPurchase = operation({
  name: 'read-receipt',
  summary: 'Reads a receipt and proposes what a purchase states; nothing is stored.',
  description: `An electronic invoice inside a PDF is read exactly. In the text of another PDF the day, supplier, total, VAT and number are looked for in French and English: each value has the line it was read from, for a person to confirm. A picture is not read. At most ${RECEIPT_BYTES_MAX / 1_048_576} MiB; the first ten pages.`,
  chapter: 'Books',
  routes: ['POST /v2/books/purchases/receipt-reading'],
  scope: 'billing:write',
  path: none,
  query: none,
  body: readReceiptForm,
  takes: 'attachment',
  limiter: 'files',
  success: 200,
  output: ReceiptProposalJson,
  refusals: ['purchase_receipt_unusable'],
  example: { receipt: { name: 'ticket.pdf', content: 'JVBERi0xLjcK' } },
  async run({ accountId, gone }, { receipt }) {
    const file = { name: receipt.name, bytes: Buffer.from(receipt.content, 'base64') };
    const unusable = receiptRefused(file);
    if (unusable) return unusable;
    return {
      aside: () => readReceiptFile(file.bytes, { accountId, gone }),
      after: async (context: Context, read) => ({ body: await proposalOf(context, read) }),
    };
  },
});
