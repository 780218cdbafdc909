import { booksOf } from '../documents/example-books.ts';
import { signedChains } from './signed-chains.ts';

/** Signed chains of a business that finalized one invoice on each of three days. */
export async function invoiceChains() {
  const service = await signedChains();
  const books = booksOf(service);
  await books.company();
  const customer = await books.contact();
  /** One invoice a day: a crash may lose up to a minute of external heads. */
  const bill = async (): Promise<void> => {
    service.clock.now += 86_400;
    await books.finalized(books.invoice(customer));
  };
  for (let bills = 0; bills < 3; bills++) await bill();
  await service.flushed();
  return { ...service, customer, bill };
}

export type InvoiceChains = Awaited<ReturnType<typeof invoiceChains>>;
