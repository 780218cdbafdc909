-- VAT of purchases by rate, and VAT that the business owes for its supplier (reverse charge). Rows
-- are written with their purchase and never change; purchases from before have none.

set local search_path = billing, public;

-- How many rows of purchase_vat a purchase has: none can be added later.
alter table purchase add column vat_rows int not null default 0 check (vat_rows between 0 and 10);

create table purchase_vat (
  account_id uuid references account,
  purchase_id uuid,
  place int check (place between 1 and 10),
  test boolean not null,
  -- Charged by the supplier, or owed by the customer (CGI art. 283, 2 nonies, 2 and 1; 256 bis).
  treatment text not null check (treatment in ('charged', 'domestic_reverse_charge', 'foreign_services', 'union_goods',
    'foreign_supplies')),
  rate_bp int not null check (rate_bp between 1 and 10000),
  net_cents bigint not null check (net_cents <> 0 and net_cents between -1000000000000 and 1000000000000),
  vat_cents bigint not null check (vat_cents between -1000000000000 and 1000000000000),
  deductible_cents bigint not null,
  primary key (account_id, purchase_id, place),
  unique (account_id, purchase_id, treatment, rate_bp),
  foreign key (account_id, purchase_id) references purchase,
  check (vat_cents = 0 or sign(vat_cents) = sign(net_cents)),
  check (abs(deductible_cents) <= abs(vat_cents) and (deductible_cents = 0 or sign(deductible_cents) = sign(vat_cents))),
  check (treatment = 'charged' or rate_bp in (210, 550, 850, 1000, 2000)),
  -- What the customer owes is computed: rounded to the cent, half away from zero.
  check (treatment = 'charged' or vat_cents = round(net_cents * rate_bp / 10000.0))
);

create trigger append_only before update or delete on purchase_vat for each row execute function append_only();
create trigger never_truncated before truncate on purchase_vat for each statement execute function append_only();

-- At commit: the rows are those the purchase announces, of its mode; charged VAT adds up to what it
-- deducts and is part of what was paid; a counter-entry negates the rows of its purchase.
create function purchase_vat_agrees() returns trigger language plpgsql as $$
declare
  bought billing.purchase%rowtype;
  found record;
begin
  -- Branches, because each table has columns of its own.
  if tg_table_name = 'purchase' then
    bought := new;
  else
    select * into bought from billing.purchase p where p.account_id = new.account_id and p.id = new.purchase_id;
  end if;
  select count(*) as total, coalesce(sum(v.deductible_cents) filter (where v.treatment = 'charged'), 0) as deductible,
    coalesce(sum(v.net_cents + case when v.treatment = 'charged' then v.vat_cents else 0 end), 0) as paid,
    coalesce(bool_and(v.test = bought.test and sign(v.net_cents) = sign(bought.amount_cents)), true) as alike
  into found from billing.purchase_vat v where v.account_id = bought.account_id and v.purchase_id = bought.id;
  if found.total <> bought.vat_rows or not found.alike or found.total > 0
      and (found.deductible <> bought.deductible_vat_cents or abs(found.paid) > abs(bought.amount_cents)) then
    raise exception 'the VAT of the purchase % does not agree with it', bought.id using errcode = 'check_violation';
  end if;
  if bought.corrects_id is not null and exists (
      (select v.treatment, v.rate_bp, v.net_cents, v.vat_cents, v.deductible_cents from billing.purchase_vat v
        where v.account_id = bought.account_id and v.purchase_id = bought.id)
      except
      (select v.treatment, v.rate_bp, -v.net_cents, -v.vat_cents, -v.deductible_cents from billing.purchase_vat v
        where v.account_id = bought.account_id and v.purchase_id = bought.corrects_id)) then
    raise exception 'the VAT of the counter-entry % differs from its purchase', bought.id using errcode = 'check_violation';
  end if;
  if bought.corrects_id is not null and bought.vat_rows <> (select p.vat_rows from billing.purchase p
      where p.account_id = bought.account_id and p.id = bought.corrects_id) then
    raise exception 'the counter-entry % lacks VAT of its purchase', bought.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger vat_agrees after insert on purchase deferrable initially deferred
  for each row execute function purchase_vat_agrees();
create constraint trigger vat_agrees after insert on purchase_vat deferrable initially deferred
  for each row execute function purchase_vat_agrees();
revoke execute on function purchase_vat_agrees() from public;

-- The accounts of VAT owed for suppliers.
alter table ledger_account drop constraint ledger_account_role_check;
alter table ledger_account add constraint ledger_account_role_check check (role ~ '^(customers|customer_advances|customer_credits|disbursements|suppliers|internal_transfers|exchange_losses|exchange_gains|vat_deductible|vat_deductible_on_assets|vat_owed_on_(union|other)_purchases|purchase_of_[a-z_]+|money_[a-z_]+|(sales_of_(goods|services)|vat_collected|vat_awaiting_payment)_FR_[0-9A-Z]+)$');

alter table purchase_vat enable row level security;
alter table purchase_vat force row level security;
create policy own_account on purchase_vat
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
create policy across on purchase_vat for select to facturier_across using (true);
grant select, insert on purchase_vat to facturier_app;
grant select on purchase_vat to facturier_across;
