-- Money of a customer that no document could take is applied to another one, or given back: never twice, never more than there is.

set local search_path = billing, public;

-- What came back of what had gone back, as a dispute was won; what the owner said he gives back at the provider, which has not said
-- so yet; and what he gave back otherwise.
alter table payment_session
  add column restored_cents bigint not null default 0 check (restored_cents >= 0),
  add column awaited_cents bigint not null default 0 check (awaited_cents >= 0),
  add column returned_cents bigint not null default 0 check (returned_cents >= 0);

-- What went back may go beyond what came, where some of it came again between.
do $$
declare
  c text;
begin
  for c in select conname from pg_constraint
    where conrelid = 'payment_session'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) ~ 'refunded_cents' and pg_get_constraintdef(oid) ~ 'received_cents'
  loop
    execute format('alter table payment_session drop constraint %I', c);
  end loop;
end $$;
alter table payment_session
  add constraint payment_session_held check (refunded_cents >= 0 and refunded_cents - restored_cents between 0 and received_cents),
  add constraint payment_session_apart
    check (unapplied_cents + awaited_cents <= received_cents - refunded_cents + restored_cents);

-- A dispute that is won leaves what went back as it was: it is the pair that is booked once.
alter table payment_receipt add column restored_cents bigint not null default 0 check (restored_cents >= 0);
alter table payment_receipt drop constraint payment_receipt_pkey,
  add primary key (account_id, provider, provider_id, refunded_cents, restored_cents);

create table unapplied_use (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  session_id uuid not null,
  kind text not null check (kind in ('applied', 'returned')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Of what was applied: the payment on the other document.
  document_id uuid,
  payment_id uuid,
  -- Of what was given back: at the provider, which says so itself in time, or otherwise.
  returned_by text check (returned_by in ('provider', 'otherwise')),
  created_at at not null,
  taken_back_at at,
  primary key (account_id, id),
  unique (account_id, payment_id),
  foreign key (account_id, session_id) references payment_session,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, payment_id) references payment,
  check ((kind = 'applied') = (payment_id is not null) and (kind = 'applied') = (document_id is not null)),
  check ((kind = 'returned') = (returned_by is not null)),
  check (taken_back_at is null or kind = 'applied')
);
create index unapplied_use_of_session on unapplied_use (account_id, session_id);

-- Each use takes its amount from what is kept apart, where the check of the column says no to more than there is; what is taken back
-- is there again. Nothing else of a use ever changes.
create function take_unapplied() returns trigger language plpgsql set search_path = billing as $$
begin
  if tg_op = 'INSERT' then
    update payment_session set unapplied_cents = unapplied_cents - new.amount_cents,
      awaited_cents = awaited_cents + case when new.returned_by = 'provider' then new.amount_cents else 0 end,
      returned_cents = returned_cents + case when new.returned_by = 'otherwise' then new.amount_cents else 0 end
    where account_id = new.account_id and id = new.session_id and test = new.test;
    if not found then
      raise 'the payment % of a use is not there', new.session_id using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if old.taken_back_at is not null or new.taken_back_at is null
    or (to_jsonb(new) - 'taken_back_at') <> (to_jsonb(old) - 'taken_back_at') then
    raise 'a use of money kept apart is taken back once, and nothing else of it changes' using errcode = 'check_violation';
  end if;
  update payment_session set unapplied_cents = unapplied_cents + new.amount_cents
  where account_id = new.account_id and id = new.session_id;
  return new;
end $$;
revoke execute on function take_unapplied from public;
create trigger take_unapplied before insert or update on unapplied_use for each row execute function take_unapplied();

alter table unapplied_use enable row level security;
alter table unapplied_use force row level security;
create policy own_account on unapplied_use
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and (test or current_setting('app.test', true) is distinct from 'on'));
grant select, insert, update on unapplied_use to facturier_app;
