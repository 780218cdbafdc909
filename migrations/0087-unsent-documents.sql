-- Documents that were due at the platform when they were finalized, and could not go.

set local search_path = billing, public;

create table unsent_document (
  account_id uuid references account,
  document_id uuid,
  test boolean not null,
  reason text not null check (reason in ('customer_without_siren', 'electronic_form_incomplete', 'platform_not_connected')),
  noted_at at not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references document
);
create trigger append_only before update or delete on unsent_document for each row execute function append_only();
create trigger never_truncated before truncate on unsent_document for each statement execute function append_only();

alter table unsent_document enable row level security;
alter table unsent_document force row level security;
create policy own_account on unsent_document
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
grant select, insert on unsent_document to facturier_app;
