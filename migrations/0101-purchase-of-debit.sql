-- A purchase recorded from a bank debit, once: its correction frees the debit, as with a received
-- invoice. A debit that gave a purchase is not deleted with its statement.

set local search_path = billing, public;

alter table purchase add column transaction_id uuid,
  add foreign key (account_id, transaction_id) references bank_transaction;
create index purchase_of_transaction on purchase (account_id, transaction_id) where transaction_id is not null;
create unique index purchase_transaction_once on purchase (account_id, transaction_id)
  where transaction_id is not null and corrects_id is null and replaces_id is null;
-- Outgoing money, for those without a purchase.
create index bank_transaction_out on bank_transaction (account_id, test, booked_on, id) where amount_cents < 0;

create function purchase_follows_debit() returns trigger language plpgsql as $$
begin
  if new.transaction_id is not null and not exists (select from billing.bank_transaction t
      where t.account_id = new.account_id and t.id = new.transaction_id and t.test = new.test and t.amount_cents < 0) then
    raise exception 'the transaction of a purchase is a debit of its mode' using errcode = 'check_violation';
  end if;
  if coalesce(new.corrects_id, new.replaces_id) is not null and new.transaction_id is distinct from (
      select p.transaction_id from billing.purchase p
      where p.account_id = new.account_id and p.id = coalesce(new.corrects_id, new.replaces_id)) then
    raise exception 'the purchase % corrects one of another debit', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows_debit before insert on purchase for each row execute function purchase_follows_debit();
revoke execute on function purchase_follows_debit() from public;
