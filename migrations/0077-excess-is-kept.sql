-- A customer who pays more than is due, by hand or by a bank transaction: the excess is money of that customer, kept with what came
-- online and no document could take. It is applied and given back by the same uses.

set local search_path = billing, public;

do $$
declare
  c text;
begin
  for c in select conname from pg_constraint
    where conrelid = 'payment_session'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) ~ 'provider_id IS NOT NULL'
  loop
    execute format('alter table payment_session drop constraint %I', c);
  end loop;
end $$;

-- Only what came online has a provider, a link and an end. The method is that of the payment that was too large.
alter table payment_session
  alter column link_id drop not null,
  alter column provider drop not null,
  alter column expires_at drop not null,
  add column source text not null default 'online' check (source in ('online', 'recorded', 'bank')),
  add column method text,
  add column other_method text,
  add constraint payment_session_provider_id
    check (state in ('opening', 'failed', 'expired') or provider_id is not null or source <> 'online'),
  add constraint payment_session_source check (
    (source = 'online') = (provider is not null) and (source = 'online') = (link_id is not null)
    and (source = 'online') = (expires_at is not null) and (source = 'online') = (method is null)),
  add constraint payment_session_excess check (
    source = 'online' or (state = 'paid' and paid_at is not null and fee_cents is null and provider_id is null
      and refunded_cents = 0 and restored_cents = 0 and awaited_cents = 0
      and received_cents <= amount_cents and unapplied_cents + returned_cents <= received_cents));

-- An excess is of a finalized invoice or advance, in its mode and currency. Afterwards only its uses change it.
create function guard_excess() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if pg_trigger_depth() < 2 then
      raise 'the excess % is changed only by its uses', old.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.unapplied_cents <> new.amount_cents or new.received_cents <> new.amount_cents or new.returned_cents <> 0
    or not exists (
      select from document d where d.account_id = new.account_id and d.id = new.document_id and d.test = new.test
        and d.currency = new.currency and d.kind in ('invoice', 'advance') and d.number is not null) then
    raise 'the excess % is not of a finalized invoice or advance in its mode and currency', new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function guard_excess from public;
create trigger guard_excess_insert before insert on payment_session
  for each row when (new.source <> 'online') execute function guard_excess();
create trigger guard_excess_update before update on payment_session
  for each row when (old.source <> 'online' or new.source <> 'online') execute function guard_excess();

-- An excess whose payment is taken back never came: it is dropped, where no use of it stands.
alter table unapplied_use
  drop constraint unapplied_use_kind_check,
  add constraint unapplied_use_kind_check check (kind in ('applied', 'returned', 'dropped'));

-- A bank transaction may be explained by an excess.
alter table bank_match
  add column kept_id uuid,
  add foreign key (account_id, kept_id) references payment_session,
  drop constraint bank_match_kind_check,
  drop constraint bank_match_check1,
  drop constraint bank_match_check2,
  add constraint bank_match_kind_check check (kind in ('paid', 'recorded', 'payout', 'kept')),
  add constraint bank_match_of_one check (
    (kind in ('paid', 'recorded')) = (payment_id is not null) and (kind = 'kept') = (kept_id is not null)
    and (kind = 'payout') = (document_id is null));
create unique index bank_match_of_kept on bank_match (account_id, kept_id) where undone_at is null;

-- As before; what is applied pays a document of the same mode and currency with a payment of just that amount, only what came online
-- is given back at a provider, and what is dropped is explained by no transaction any more.
create or replace function take_unapplied() returns trigger language plpgsql set search_path = billing, pg_temp as $$
declare
  kept payment_session;
begin
  if tg_op = 'INSERT' then
    update payment_session set unapplied_cents = unapplied_cents - new.amount_cents,
      received_cents = received_cents - case when new.kind = 'dropped' then new.amount_cents else 0 end,
      awaited_cents = awaited_cents + case when new.returned_by = 'provider' then new.amount_cents else 0 end,
      returned_cents = returned_cents + case when new.returned_by = 'otherwise' then new.amount_cents else 0 end
    where account_id = new.account_id and id = new.session_id and test = new.test
    returning * into kept;
    if not found then
      raise 'the payment % of a use is not there', new.session_id using errcode = 'foreign_key_violation';
    end if;
    if new.kind = 'applied' and not exists (
      select from payment p join document d on d.account_id = p.account_id and d.id = p.document_id
      where p.account_id = new.account_id and p.id = new.payment_id and p.amount_cents = new.amount_cents
        and d.id = new.document_id and d.test = kept.test and d.currency = kept.currency) then
      raise 'the use % is not a payment of its amount in its mode and currency', new.id using errcode = 'check_violation';
    end if;
    if new.returned_by = 'provider' and kept.source <> 'online' then
      raise 'the excess % has no provider', kept.id using errcode = 'check_violation';
    end if;
    if new.kind = 'dropped' then
      if kept.source = 'online' or kept.received_cents <> 0 then
        raise 'the excess % is dropped whole', kept.id using errcode = 'check_violation';
      end if;
      update bank_match set undone_at = new.created_at
      where account_id = new.account_id and kept_id = kept.id and undone_at is null;
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
