-- The accounts a business chose for its accounting entries (plan comptable général), and whether it
-- books invoices or payments. Roles without a row have their account by default.

set local search_path = billing, public;

create table accounting_basis (
  account_id uuid references account,
  basis text not null check (basis in ('invoices', 'payments')),
  updated_at at not null,
  primary key (account_id)
);

create table ledger_account (
  account_id uuid references account,
  role text check (role ~ '^(customers|customer_advances|customer_credits|disbursements|suppliers|internal_transfers|exchange_losses|exchange_gains|vat_deductible|vat_deductible_on_assets|purchase_of_[a-z_]+|money_[a-z_]+|(sales_of_(goods|services)|vat_collected|vat_awaiting_payment)_FR_[0-9A-Z]+)$'),
  number text not null check (number ~ '^[1-8][0-9]{2}[0-9A-Z]{0,9}$'),
  label text not null check (length(label) between 1 and 100 and label !~ '[[:cntrl:]|]'),
  primary key (account_id, role),
  -- The class of an account decides where it stands in the financial statements.
  constraint class_of_role check (case
    when role in ('customers', 'customer_advances') then number like '41%'
    when role = 'customer_credits' then number ~ '^4[16]'
    when role = 'disbursements' then number like '4%'
    when role = 'suppliers' then number like '40%'
    when role = 'internal_transfers' then number ~ '^(58|47)'
    when role = 'exchange_losses' then number like '6%'
    when role = 'exchange_gains' or role like 'sales\_of\_%' then number like '7%'
    when role like 'vat\_%' then number like '445%'
    when role = 'purchase_of_assets' then number like '2%'
    when role like 'purchase\_of\_%' then number ~ '^[26]'
    when role like 'money\_%' then number ~ '^(5|108|455|467)'
    else false end)
);

-- Bills by day in the order of their numbers: the sales journal.
create index document_by_number on document (account_id, test, emitted_on, prefix, year, counter)
  where number is not null and kind in ('advance', 'invoice', 'credit_note');

alter table accounting_basis enable row level security;
alter table accounting_basis force row level security;
create policy own_account on accounting_basis
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy across on accounting_basis for select to facturier_across using (true);
grant select, insert, update on accounting_basis to facturier_app;
grant select on accounting_basis to facturier_across;

alter table ledger_account enable row level security;
alter table ledger_account force row level security;
create policy own_account on ledger_account
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy across on ledger_account for select to facturier_across using (true);
grant select, insert, delete on ledger_account to facturier_app;
grant select on ledger_account to facturier_across;
