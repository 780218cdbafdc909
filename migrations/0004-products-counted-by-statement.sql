-- Many products in one statement are counted once: row by row, 100,000 of them wrote one row of the tally 100,000 times in
-- one transaction, each time past all its older versions, and took a minute longer.

set local search_path = billing, public;

create function keep_product_tally_of_all() returns trigger language plpgsql as $$
declare
  -- The slot follows the backend, so that concurrent transactions write different rows.
  place int := pg_backend_pid() % 16;
begin
  if tg_op = 'INSERT' then
    insert into billing.product_tally as t
    select account_id, test, personal_service, place, count(*) from made group by account_id, test, personal_service
    on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  else
    insert into billing.product_tally as t
    select account_id, test, personal_service, place, -count(*) from gone group by account_id, test, personal_service
    on conflict (account_id, test, personal_service, slot) do update set products = t.products + excluded.products;
  end if;
  return null;
end $$;
revoke execute on function keep_product_tally_of_all from public;

-- A change of the mark is rare, and PostgreSQL has no statement trigger for the change of one column: that one stays.
drop trigger keep_tally on product;
create trigger keep_tally_of_new after insert on product referencing new table as made
  for each statement execute function keep_product_tally_of_all();
create trigger keep_tally_of_gone after delete on product referencing old table as gone
  for each statement execute function keep_product_tally_of_all();
