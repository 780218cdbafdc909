-- The catalogue, and what billing moves of its stock. Products of test keys and of live keys are two catalogues: nothing
-- on a product says which it is, so a key works on the one of its own mode.

set local search_path = billing, public;

create table product (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  sort_name text not null,
  sort_reference text not null,
  -- Ten-thousandths of a cent.
  unit_price bigint not null check (unit_price >= 0),
  found_by text not null,
  personal_service boolean not null,
  is_stockable boolean not null,
  -- Ten-thousandths of a unit; below zero where more was billed than there was.
  stock bigint not null,
  content text not null,
  version int not null default 1,
  created_at at not null,
  updated_at at not null,
  primary key (account_id, id)
);
create index product_by_name on product (account_id, test, sort_name, id);
create index product_by_reference on product (account_id, test, sort_reference, id);
create index product_by_price on product (account_id, test, unit_price, id);
create index product_of_personal_service on product (account_id, test, sort_name, id) where personal_service;
create index product_found on product using gin (found_by public.gin_trgm_ops);

-- What the finalization of one document moved of one product: at most once. A product may be gone since.
create table stock_move (
  account_id uuid,
  document_id uuid,
  product_id uuid,
  test boolean not null,
  -- Ten-thousandths of a unit: below zero what went out, above it what came back.
  moved bigint not null,
  created_at at not null,
  primary key (account_id, document_id, product_id),
  foreign key (account_id, document_id) references document
);
create trigger append_only before update or delete on stock_move for each row execute function append_only();
create trigger never_truncated before truncate on stock_move for each statement execute function append_only();

-- Exact counts of products, spread over slots so that two writers seldom meet on one row.
create table product_tally (
  account_id uuid,
  test boolean,
  personal_service boolean,
  slot int,
  products bigint not null,
  primary key (account_id, test, personal_service, slot)
) with (fillfactor = 50);
create function keep_product_tally() returns trigger language plpgsql as $$
declare
  -- The slot follows the backend, so that concurrent transactions write different rows.
  place int := pg_backend_pid() % 16;
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into billing.product_tally values (old.account_id, old.test, old.personal_service, place, -1)
    on conflict (account_id, test, personal_service, slot) do update set products = product_tally.products - 1;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into billing.product_tally values (new.account_id, new.test, new.personal_service, place, 1)
    on conflict (account_id, test, personal_service, slot) do update set products = product_tally.products + 1;
  end if;
  return null;
end $$;
create trigger keep_tally after insert or delete on product for each row execute function keep_product_tally();
create trigger keep_tally_of_change after update of personal_service on product for each row
  when (old.personal_service is distinct from new.personal_service) execute function keep_product_tally();

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid'
    ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['product', 'stock_move', 'product_tally'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- Searches by index, which a filtering policy would not allow (0001).
create policy across on product for select to facturier_across using (true);
create function products_found(words text, of_test boolean) returns setof uuid
  language sql stable security definer set search_path = billing, public as $$
  select id from product where account_id = here() and test = of_test
    and (of_test or current_setting('app.test', true) is distinct from 'on') and found_by like words $$;

grant select, insert, update, delete on product to facturier_app;
grant select, insert on stock_move to facturier_app;
grant select, insert, update on product_tally to facturier_app;
grant select on product to facturier_across;
grant create on schema billing to facturier_across;
alter function products_found owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function products_found, keep_product_tally from public;
grant execute on function products_found to facturier_app;
