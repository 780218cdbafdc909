-- The credit that a VAT return carries over (line 22 of the CA3, line 24 of the CA12), as the owner
-- stated it. A statement never changes: a later one for the same period takes its place.

set local search_path = billing, public;

create table vat_credit (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- The first day of the period whose return has this credit.
  period_from date not null check (extract(day from period_from) = 1),
  -- Whole euros, as the form takes them.
  credit_euros bigint not null check (credit_euros between 0 and 10000000000),
  created_at at not null,
  primary key (account_id, id)
);
create index vat_credit_of_period on vat_credit (account_id, test, period_from, created_at, id);

create trigger append_only before update or delete on vat_credit for each row execute function append_only();
create trigger never_truncated before truncate on vat_credit for each statement execute function append_only();

alter table vat_credit enable row level security;
alter table vat_credit force row level security;
create policy own_account on vat_credit
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
create policy across on vat_credit for select to facturier_across using (true);
grant select, insert on vat_credit to facturier_app;
grant select on vat_credit to facturier_across;
