-- Offers signed online whose signed file no authority stamped: what the home page asks for, until a stamp on the audit chain tells it.

set local search_path = billing, public;

-- What is said of it stands in the life of the offer; here is what is still lacking.
create table unstamped_signature (
  account_id uuid references account,
  -- The procedure, as in signature_evidence.
  id uuid,
  test boolean not null,
  document_id uuid not null,
  lacking_since at not null,
  primary key (account_id, id),
  unique (account_id, document_id),
  foreign key (account_id, id) references signature_evidence,
  foreign key (account_id, document_id) references document
);

do $$
declare
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  alter table unstamped_signature enable row level security;
  alter table unstamped_signature force row level security;
  execute format('create policy own_account on unstamped_signature using (%s) with check (%s)', own, own);
end $$;
grant select, insert, delete on unstamped_signature to facturier_app;
