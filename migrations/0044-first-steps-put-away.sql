-- Somebody puts the first steps away himself, wherever he signs in: until now his browser remembered it.

set local search_path = billing, public;

alter table person add column steps_put_away boolean not null default false;
