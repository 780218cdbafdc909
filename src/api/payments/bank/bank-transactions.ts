import * as z from 'zod';
import {
  type BankTransactionCursor,
  findBankTransaction,
  listBankTransactions as listTransactions,
} from '../../../db/payments/bank-transactions.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOr } from '../../../schemas/fields/id.ts';
import { day } from '../../../schemas/fields/timestamp.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import { listing, orderDirection, search } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';
import { BankTransactionJson, bankTransactionToJson } from '../../../schemas/payments/bank-statement.ts';

const place = z.object({
  direction: z.enum(['ASC', 'DESC']),
  receivedOn: z.iso.date().refine((said) => !said.startsWith('0000')),
  id: z.uuid(),
});

export const listBankTransactions = operation({
  name: 'list-bank-transactions',
  summary: 'Lists the transactions of the bank accounts, by booking day.',
  description:
    'Lists those of the key’s mode (live or test). `open`: incoming and not fully applied; `out`: outgoing; `to_book`: outgoing without a purchase and not set aside.',
  chapter: 'Bank',
  routes: ['GET /v2/bank/transactions'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    from: day.optional().meta({ description: 'The first booking day, included.' }),
    to: day.optional().meta({ description: 'The last booking day, included.' }),
    bankAccountId: id.optional(),
    state: z.enum(['open', 'applied', 'out', 'to_book']).optional(),
    search: search.optional(),
    orderDirection: orderDirection.default('DESC'),
    cursor: cursor(place).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(BankTransactionJson),
  refusals: [],
  async run({ tx }, { page, limit, cursor, orderDirection, ...filter }) {
    const direction = cursor?.direction ?? orderDirection;
    const from: BankTransactionCursor | undefined = cursor && {
      ...{ by: 'bookedOn', direction, after: cursor.receivedOn, id: cursor.id },
    };
    const found = await listTransactions(tx, filter, { by: 'bookedOn', direction, limit, page, place: from });
    const { next } = found;
    return {
      body: pageJson({
        docs: found.transactions.map(bankTransactionToJson),
        ...{ total: found.total, limit, page: cursor ? undefined : page },
        nextCursor: next && writeCursor({ direction: next.direction, receivedOn: String(next.after), id: next.id }),
      }),
    };
  },
});

export const getBankTransaction = operation({
  name: 'get-bank-transaction',
  summary: 'Gets one transaction of a bank account.',
  chapter: 'Bank',
  routes: ['GET /v2/bank/transactions/{transactionId}'],
  scope: 'billing:read',
  path: z.object({ transactionId: idOr('bank_transaction_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BankTransactionJson,
  refusals: ['bank_transaction_not_found'],
  async run({ tx }, { transactionId }) {
    const found = await findBankTransaction(tx, transactionId);
    return found ? { body: bankTransactionToJson(found) } : { refused: 'bank_transaction_not_found' };
  },
});
