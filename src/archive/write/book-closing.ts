import type { StatedClosing } from '../../domain/books/closing.ts';
import { closedPurchaseTexts, closedReceiptTexts, closedTripTexts } from '../../services/books/closed-lines.ts';
import type { ArchiveRequest, ArchiveSources } from '../archive-request.ts';
import { bookMembers } from '../member-names.ts';
import { readingOf } from './book-entries.ts';
import { type OpenSpoolFile, spool } from './spool-file.ts';
import type { ArchiveWriter } from './tar-writer.ts';

type Writing = {
  readonly writer: ArchiveWriter;
  readonly open: OpenSpoolFile;
  readonly asked: ArchiveRequest;
  readonly making: ArchiveSources;
};

/**
 * Adds a closing of the books, and the lines it froze. Each file of lines has the digest that the
 * closing states; the name of the first one that has another is returned.
 */
export async function writeBookClosing(
  { writer, open, asked, making }: Writing,
  closing: StatedClosing,
  text: string,
): Promise<string | undefined> {
  const reading = readingOf({ asked, making });
  const names = bookMembers(closing.number);
  await writer.add(names.closing, text);
  const lines = async (name: string, texts: AsyncIterable<readonly string[]>): Promise<string> => {
    const spooled = spool(open, name.replaceAll('/', '-'));
    try {
      for await (const some of texts) if (some.length > 0) await spooled.write(some.join(''));
      const { content, size } = await spooled.end();
      return await writer.addContent(name, content, size);
    } finally {
      spooled.drop();
    }
  };
  const receipts = await lines(names.receipts, closedReceiptTexts(reading, closing));
  if (receipts !== closing.receipts.sha256) return names.receipts;
  const purchases = await lines(names.purchases, closedPurchaseTexts(reading, closing));
  if (purchases !== closing.purchases.sha256) return names.purchases;
  if (!closing.mileage) return undefined;
  const mileage = await lines(names.mileage, closedTripTexts(reading, closing));
  return mileage === closing.mileage.sha256 ? undefined : names.mileage;
}
