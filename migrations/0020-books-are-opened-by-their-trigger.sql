-- What opens the books of a new chain is for its trigger alone: 0019 left it open to everyone.

set local search_path = billing, public;

revoke execute on function open_books from public;
