-- Invoices and advances that a platform or their buyer refused, and the drafts written in their place.

set local search_path = billing, public;

create table document_replacement (
  account_id uuid references account,
  replaced_id uuid,
  replacement_id uuid not null,
  test boolean not null,
  created_at at not null,
  primary key (account_id, replaced_id),
  unique (account_id, replacement_id),
  check (replaced_id <> replacement_id),
  foreign key (account_id, replaced_id) references document,
  -- A deleted draft replaces nothing: another may be written.
  foreign key (account_id, replacement_id) references document on delete cascade
);

alter table document_replacement enable row level security;
alter table document_replacement force row level security;
create policy own_account on document_replacement
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
grant select, insert on document_replacement to facturier_app;
