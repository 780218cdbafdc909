/** Refusals about the books. */
export type BooksRefusal = { refused: 'receipts_book_too_long'; limit: number };
