-- What the agency of personal services is asked to pay (avance immédiate): keys of an account, customers it knows, what was sent and came.

set local search_path = billing, public;

-- Keys are encrypted by a key that stands outside the database (keys/webhook.key). Live alone: tests ask a stand-in.
create table agency_account (
  account_id uuid references account,
  id uuid not null,
  locked_keys text not null,
  created_at at not null,
  primary key (account_id)
);

-- Of what a customer tells the agency only what each request must repeat is kept, encrypted; it goes with the customer.
create table agency_customer (
  account_id uuid references account,
  customer_id uuid,
  test boolean not null,
  -- What the agency calls him.
  agency_id text not null check (length(agency_id) between 1 and 200),
  locked_born_on text not null,
  state text not null check (state in ('not_activated', 'active', 'not_found', 'blocked', 'expired', 'unknown')),
  registered_at at not null,
  checked_at at,
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customer on delete cascade
);

-- That a request was begun to be sent: whoever writes the row sends it, and what was never answered is looked up before it is sent again.
create table payment_request (
  account_id uuid references account,
  document_id uuid,
  test boolean not null,
  begun_at at not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references document
);

-- That the agency transferred is booked once: whoever writes the row books it. Nothing of it ever changes.
create table agency_transfer (
  account_id uuid references account,
  agency_id text check (length(agency_id) between 1 and 200),
  test boolean not null,
  document_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  transferred_on date not null,
  created_at at not null,
  primary key (account_id, agency_id),
  unique (account_id, document_id),
  foreign key (account_id, document_id) references document
);

-- What the stand-in of tests remembers, as the agency does of live ones.
create table agency_trial (
  account_id uuid references account,
  id text check (length(id) between 1 and 200),
  test boolean not null check (test),
  -- The number of the invoice, or who was registered.
  name text not null,
  -- What was sent, as far as it is answered again.
  content text not null,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, name)
);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['agency_customer', 'payment_request', 'agency_transfer', 'agency_trial'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
alter table agency_account enable row level security;
alter table agency_account force row level security;
create policy own_account on agency_account
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);

grant select, insert, update, delete on agency_account, agency_customer to facturier_app;
grant select, insert, delete on payment_request, agency_trial to facturier_app;
grant select, insert on agency_transfer to facturier_app;
