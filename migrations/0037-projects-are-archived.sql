-- A project that is over leaves the board without leaving the books: its documents and tasks stay, and it can come back.

set local search_path = billing, public;

alter table project add column archived_at at;
