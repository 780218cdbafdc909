-- Invoices that recur: which do, when the next of each is made, and for which day each that was made stands.

set local search_path = billing, public;

-- What is said of it stands in the life of the invoice; here is what lists and counts ask for.
create table recurrence (
  account_id uuid references account,
  invoice_id uuid,
  test boolean not null,
  state text not null check (state in ('active', 'paused', 'over')),
  next_on date,
  -- It paused itself: its owner is told on his home page.
  by_itself boolean not null default false check (not by_itself or state = 'paused'),
  primary key (account_id, invoice_id),
  foreign key (account_id, invoice_id) references document on delete cascade,
  check ((state = 'active') = (next_on is not null))
);
create index recurrence_by_state on recurrence (account_id, test, state, next_on);

-- Its key says that one invoice is made for a day, and no second, whatever is killed or said anew in between. Written before the
-- invoice it is about; who deletes that draft wants it no more, and it is not made again.
create table occurrence (
  account_id uuid references account,
  invoice_id uuid,
  occurs_on date,
  test boolean not null,
  document_id uuid,
  made_at at not null,
  primary key (account_id, invoice_id, occurs_on),
  foreign key (account_id, invoice_id) references document on delete cascade,
  constraint occurrence_document foreign key (account_id, document_id) references document
    on delete set null (document_id) deferrable initially deferred
);
create index occurrence_of_document on occurrence (account_id, document_id) where document_id is not null;

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['recurrence', 'occurrence'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
grant select, insert, update, delete on recurrence to facturier_app;
grant select, insert on occurrence to facturier_app;
