-- Purchases by day of payment (registre des achats, CGI art. 50-0, 5; C. com. art. L123-28). A line
-- never changes: a counter-entry takes it back on its own day, and a new line may replace it.

set local search_path = billing, public;

create table purchase (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  paid_on date not null,
  year int generated always as (extract(year from paid_on)::int) stored,
  -- In the order of recording: from 1 in each year, without gaps.
  number int not null check (number between 1 and 100000),
  supplier_name text not null check (length(supplier_name) between 1 and 255),
  -- The name without case and accents.
  supplier_key text not null check (length(supplier_key) between 1 and 300),
  nature text not null check (nature in ('goods_for_resale', 'raw_materials', 'supplies', 'services', 'travel', 'equipment',
    'other')),
  designation text check (length(designation) between 1 and 200),
  -- Euros, tax included; negative if the supplier paid back, and in counter-entries.
  amount_cents bigint not null check (amount_cents <> 0 and amount_cents between -1000000000000 and 1000000000000),
  deductible_vat_cents bigint not null,
  method text not null check (method in ('transfer', 'direct_debit', 'credit_card', 'cheque',
    'universal_employment_service_cheque', 'cash', 'paypal', 'stripe', 'other')),
  reference text check (length(reference) between 1 and 100),
  supplier_invoice_id uuid,
  -- The line that it takes back.
  corrects_id uuid,
  -- The line that it stands for, which was taken back.
  replaces_id uuid,
  -- The receipt as it was received.
  sha256 bytea,
  receipt_name text check (length(receipt_name) between 1 and 255),
  receipt_size int check (receipt_size > 0),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, test, year, number),
  unique (account_id, corrects_id),
  unique (account_id, replaces_id),
  foreign key (account_id, supplier_invoice_id) references supplier_invoice,
  foreign key (account_id, corrects_id) references purchase,
  foreign key (account_id, replaces_id) references purchase,
  foreign key (account_id, sha256) references file,
  check (abs(deductible_vat_cents) <= abs(amount_cents)
    and (deductible_vat_cents = 0 or sign(deductible_vat_cents) = sign(amount_cents))),
  check (num_nulls(sha256, receipt_name, receipt_size) in (0, 3)),
  check (num_nonnulls(corrects_id, replaces_id) < 2)
);
create index purchase_by_day on purchase (account_id, test, paid_on, number);
create index purchase_of_supplier on purchase (account_id, test, supplier_key, paid_on, number);
create index purchase_of_file on purchase (account_id, sha256) where sha256 is not null;
create index purchase_of_supplier_invoice on purchase (account_id, supplier_invoice_id)
  where supplier_invoice_id is not null;
-- An invoice comes into the register once; later lines for it replace one that was taken back.
create unique index purchase_invoice_once on purchase (account_id, supplier_invoice_id)
  where supplier_invoice_id is not null and corrects_id is null and replaces_id is null;

create function purchase_follows() returns trigger language plpgsql as $$
declare
  earlier billing.purchase%rowtype;
begin
  if new.number <> 1 + coalesce((select max(p.number) from billing.purchase p where p.account_id = new.account_id
      and p.test = new.test and p.year = extract(year from new.paid_on)::int), 0) then
    raise exception 'the purchase % leaves a gap', new.number using errcode = 'check_violation';
  end if;
  if new.supplier_invoice_id is not null and not exists (select from billing.supplier_invoice s
      where s.account_id = new.account_id and s.id = new.supplier_invoice_id and s.test = new.test) then
    raise exception 'the invoice of a purchase is of its mode' using errcode = 'check_violation';
  end if;
  if new.corrects_id is null and new.replaces_id is null then return new; end if;
  select * into earlier from billing.purchase p
  where p.account_id = new.account_id and p.id = coalesce(new.corrects_id, new.replaces_id);
  if earlier.test is distinct from new.test or earlier.corrects_id is not null
      or earlier.supplier_invoice_id is distinct from new.supplier_invoice_id then
    raise exception 'the purchase % corrects another mode, counter-entry or invoice', new.id
      using errcode = 'check_violation';
  end if;
  if new.corrects_id is not null and (new.paid_on, new.supplier_name, new.nature, new.method, new.amount_cents,
      new.deductible_vat_cents) is distinct from (earlier.paid_on, earlier.supplier_name, earlier.nature,
      earlier.method, -earlier.amount_cents, -earlier.deductible_vat_cents) then
    raise exception 'the counter-entry % differs from its purchase', new.id using errcode = 'check_violation';
  end if;
  if new.replaces_id is not null and not exists (select from billing.purchase p
      where p.account_id = new.account_id and p.corrects_id = new.replaces_id) then
    raise exception 'the purchase % was not taken back', new.replaces_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on purchase for each row execute function purchase_follows();
create trigger append_only before update or delete on purchase for each row execute function append_only();
create trigger never_truncated before truncate on purchase for each statement execute function append_only();

alter table purchase enable row level security;
alter table purchase force row level security;
create policy own_account on purchase
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
create policy across on purchase for select to facturier_across using (true);
grant select, insert on purchase to facturier_app;
grant select on purchase to facturier_across;
revoke execute on function purchase_follows() from public;

-- As before, and receipts of purchases are kept.
create or replace function forget_files(before bigint, past_account uuid, past_sha256 bytea, most int)
  returns table (account_id uuid, sha256 bytea)
  language plpgsql security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  until_account uuid;
  until_sha256 bytea;
begin
  select f.account_id, f.sha256 into until_account, until_sha256 from (
    select f.account_id, f.sha256 from file f where (f.account_id, f.sha256) > (past_account, past_sha256)
    order by f.account_id, f.sha256 limit most) f
  order by f.account_id desc, f.sha256 desc limit 1;
  if not found then return; end if;
  delete from file f
  where (f.account_id, f.sha256) > (past_account, past_sha256) and (f.account_id, f.sha256) <= (until_account, until_sha256)
    and f.created_at < before
    and not exists (select from attachment a where a.account_id = f.account_id and a.sha256 = f.sha256)
    and not exists (select from rendering r where r.account_id = f.account_id and r.sha256 = f.sha256)
    and not exists (select from mail_file m where m.account_id = f.account_id and m.sha256 = f.sha256)
    and not exists (select from supplier_invoice s where s.account_id = f.account_id and s.sha256 = f.sha256)
    and not exists (select from purchase p where p.account_id = f.account_id and p.sha256 = f.sha256);
  account_id := until_account;
  sha256 := until_sha256;
  return next;
end $$;
