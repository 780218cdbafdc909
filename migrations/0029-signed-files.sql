-- Files of documents that were signed electronically: each is sealed by a key of its account, and kept as it was sealed.

set local search_path = billing, public;

-- What seals for an account: a certificate it made for itself, and its key, which the data folder alone opens. A new one is made where
-- the name on documents has changed; none is ever changed or taken away, since files were sealed by it.
create table account_seal (
  account_id uuid references account,
  test boolean,
  place int check (place > 0),
  -- As the certificate names the account.
  name text not null,
  siren text,
  certificate bytea not null,
  locked_key text not null,
  created_at at not null,
  primary key (account_id, test, place)
);
create trigger append_only before update or delete on account_seal for each row execute function append_only();
create trigger never_truncated before truncate on account_seal for each statement execute function append_only();

alter table account_seal enable row level security;
alter table account_seal force row level security;
do $$
declare
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  execute format('create policy own_account on account_seal using (%s) with check (%s)', own, own);
end $$;
grant select, insert on account_seal to facturier_app;

alter table rendering drop constraint rendering_format_check;
alter table rendering add constraint rendering_format_check check (format in ('pdf', 'facturx', 'cii', 'ubl', 'signed'));
