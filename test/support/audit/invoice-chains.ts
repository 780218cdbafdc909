import { booksOf } from '../documents/example-books.ts';
import { signedChains } from './signed-chains.ts';

/** Sealed chains of a business that finalized a bill on each of three days. */
export async function invoiceChains() {
  const service = await signedChains();
  const books = booksOf(service);
  await books.company();
  const customer = await books.contact();
  /** A bill a day: a minute without a head outside is what a crash may cost. */
  const bill = async (): Promise<void> => {
    service.clock.now += 86_400;
    await books.finalized(books.invoice(customer));
  };
  for (let bills = 0; bills < 3; bills++) await bill();
  await service.flushed();
  return { ...service, customer, bill };
}

export type InvoiceChains = Awaited<ReturnType<typeof invoiceChains>>;
