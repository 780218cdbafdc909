-- The keys that customers and products have in the program they were imported from: the next
-- import knows them again and adds nothing twice.

set local search_path = billing, public;

create table customer_foreign_id (
  account_id uuid references account,
  test boolean not null,
  source text not null check (source ~ '^[a-z_]{1,40}$'),
  foreign_key text not null check (length(foreign_key) between 1 and 300),
  customer_id uuid not null,
  created_at at not null,
  primary key (account_id, test, source, foreign_key),
  foreign key (account_id, customer_id) references customer on delete cascade
);
create index customer_foreign_id_by_customer on customer_foreign_id (account_id, customer_id);

create table product_foreign_id (
  account_id uuid references account,
  test boolean not null,
  source text not null check (source ~ '^[a-z_]{1,40}$'),
  foreign_key text not null check (length(foreign_key) between 1 and 300),
  product_id uuid not null,
  created_at at not null,
  primary key (account_id, test, source, foreign_key),
  foreign key (account_id, product_id) references product on delete cascade
);
create index product_foreign_id_by_product on product_foreign_id (account_id, product_id);

-- The columns that a person chose for files with the same headers.
create table import_columns (
  account_id uuid references account,
  kind text not null check (kind in ('customers', 'products')),
  headers_sha256 text not null check (headers_sha256 ~ '^[0-9a-f]{64}$'),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and octet_length(columns::text) <= 400000),
  chosen_at at not null,
  primary key (account_id, kind, headers_sha256)
);

do $$
declare t text;
begin
  foreach t in array array['customer_foreign_id', 'product_foreign_id'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($policy$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$policy$, t);
    execute format('create policy across on %I for select to facturier_across using (true)', t);
    execute format('grant select on %I to facturier_across', t);
    execute format('grant select, insert on %I to facturier_app', t);
  end loop;
end $$;
alter table import_columns enable row level security;
alter table import_columns force row level security;
create policy own_account on import_columns
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy across on import_columns for select to facturier_across using (true);
grant select on import_columns to facturier_across;
grant select, insert, update, delete on import_columns to facturier_app;
