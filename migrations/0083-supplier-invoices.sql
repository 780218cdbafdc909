-- Invoices received from suppliers: the original file, what was read from it, and whether it has
-- been dealt with.

set local search_path = billing, public;

create table supplier_invoice (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- The original, which never changes; the same bytes are received once.
  sha256 bytea not null,
  name text not null check (length(name) between 1 and 255),
  size int not null check (size >= 0),
  source text not null check (source in ('upload', 'platform')),
  -- The flow of the approved platform that delivered it.
  flow_id text check (length(flow_id) between 1 and 64),
  state text not null check (state in ('to_do', 'handled')),
  -- Null if the file could not be read; `content` (JSON) then says why.
  format text check (format in ('cii', 'ubl', 'facturx')),
  content text not null,
  -- Copies from `content` for lists. A supplier is known by SIREN, VAT number, address or name.
  supplier_key text,
  supplier_name text,
  number text,
  issued_on date,
  due_on date,
  type text,
  currency text,
  net_cents bigint,
  tax_cents bigint,
  total_cents bigint,
  due_cents bigint,
  iban text,
  search text not null,
  created_at at not null,
  handled_at at,
  primary key (account_id, id),
  unique (account_id, test, sha256),
  unique (account_id, test, flow_id),
  foreign key (account_id, sha256) references file,
  check ((source = 'platform') = (flow_id is not null)),
  check ((state = 'handled') = (handled_at is not null)),
  check (num_nulls(format, supplier_key, supplier_name, number, issued_on, type, currency, net_cents, tax_cents,
    total_cents, due_cents) in (0, 11))
);
create index supplier_invoice_by_time on supplier_invoice (account_id, test, created_at, id);
-- Earlier invoices of a supplier: duplicates, and the bank account of the last one.
create index supplier_invoice_of_supplier on supplier_invoice (account_id, test, supplier_key, created_at, id);
create index supplier_invoice_of_file on supplier_invoice (account_id, sha256);

-- Only the state changes. What a platform delivered stays; an upload may be deleted until it is
-- handled.
create function supplier_invoice_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the supplier invoice % stays as it was received', old.id using errcode = 'FA005';
end $$;
create trigger stays before update on supplier_invoice for each row
  when ((old.id, old.test, old.sha256, old.name, old.source, old.content, old.created_at) is distinct from
    (new.id, new.test, new.sha256, new.name, new.source, new.content, new.created_at))
  execute function supplier_invoice_stays();
create trigger kept before delete on supplier_invoice for each row
  when (old.source <> 'upload' or old.state <> 'to_do') execute function supplier_invoice_stays();
create trigger never_truncated before truncate on supplier_invoice for each statement execute function append_only();

alter table supplier_invoice enable row level security;
alter table supplier_invoice force row level security;
create policy own_account on supplier_invoice
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
create policy across on supplier_invoice for select to facturier_across using (true);
grant select, insert, delete on supplier_invoice to facturier_app;
grant update (state, handled_at) on supplier_invoice to facturier_app;
grant select on supplier_invoice to facturier_across;
revoke execute on function supplier_invoice_stays() from public;

-- As before, and files of supplier invoices are kept.
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
    and not exists (select from supplier_invoice s where s.account_id = f.account_id and s.sha256 = f.sha256);
  account_id := until_account;
  sha256 := until_sha256;
  return next;
end $$;
