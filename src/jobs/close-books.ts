import type { Logger } from 'pino';
import { closeBooks } from '../operations/closures/close-books.ts';
import type { World } from '../operations/perform.ts';
import { type BooksNamed, booksToClose } from '../store/closures.ts';
import { inTransaction } from '../store/transaction.ts';

/** Books named at a time: what is held in memory, however many accounts there are. */
const BOOKS_AT_ONCE = 200;
/** Who closes, in the audit chain. */
const ACTOR = 'service';

/**
 * Closes whatever is over in the books of every account, one after the other; periods that were missed while nothing ran are
 * caught up. Books that cannot be closed are told, and hold up no others. Ends early where `isEnding` says so.
 */
export async function closeAllBooks(
  { pool, surroundings, now, newId }: World,
  log: Pick<Logger, 'error' | 'info'>,
  isEnding: () => boolean = () => false,
): Promise<void> {
  let past: BooksNamed | undefined;
  do {
    const books = await booksToClose(pool, { now: now(), past, most: BOOKS_AT_ONCE });
    for (const whose of books) {
      if (isEnding()) return;
      const close = () =>
        inTransaction(pool, whose, async (tx) => {
          const context = { tx, now: now(), newId, seal: surroundings.seal, actor: ACTOR };
          return { commit: true, answer: await closeBooks(context, whose.test) };
        });
      try {
        while ((await close()).more && !isEnding());
      } catch (error) {
        log.error({ err: error, account: whose.accountId, test: whose.test }, 'books could not be closed');
      }
    }
    past = books.length === BOOKS_AT_ONCE ? books.at(-1) : undefined;
  } while (past);
}
