-- Opening entries state who recorded them, and one takes another back, once, as a whole.

set local search_path = billing, public;

-- Empty in entries that were recorded before.
alter table opening_entry add column actor text check (length(actor) between 1 and 200);
-- The entry that this one takes back.
alter table opening_entry add column reverses_id uuid;
alter table opening_entry add foreign key (account_id, reverses_id, test) references opening_entry (account_id, id, test);
create unique index opening_entry_reversed_once on opening_entry (account_id, reverses_id) where reverses_id is not null;

create or replace function opening_entry_follows() returns trigger language plpgsql as $$
begin
  if new.number <> 1 + coalesce((select max(o.number) from billing.opening_entry o
      where o.account_id = new.account_id and o.test = new.test), 0) then
    raise exception 'the opening entry % leaves a gap', new.number using errcode = 'check_violation';
  end if;
  if exists (select from billing.book_closing c where c.account_id = new.account_id and c.test = new.test
      and c.to_day >= new.on_day) then
    raise exception 'the opening entry % is on a closed day', new.number using errcode = 'check_violation';
  end if;
  if new.reverses_id is not null and exists (select from billing.opening_entry o
      where o.account_id = new.account_id and o.id = new.reverses_id
        and (o.reverses_id is not null or o.on_day > new.on_day)) then
    raise exception 'the opening entry % cannot take that one back', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function opening_entry_balances() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(l.amount_cents), 0) <> 0 or count(*) < 2 or max(l.place) <> count(*)
      from billing.opening_line l where l.account_id = new.account_id and l.entry_id = new.id) then
    raise exception 'the opening entry % does not balance', new.number using errcode = 'check_violation';
  end if;
  -- Each line of the entry it takes back, negated, and no other.
  if new.reverses_id is not null and exists (
      select from (select l.place, l.account_number, l.amount_cents from billing.opening_line l
        where l.account_id = new.account_id and l.entry_id = new.id) own
      full join (select l.place, l.account_number, l.amount_cents from billing.opening_line l
        where l.account_id = new.account_id and l.entry_id = new.reverses_id) other
        on other.place = own.place and other.account_number = own.account_number
          and other.amount_cents = -own.amount_cents
      where own.place is null or other.place is null) then
    raise exception 'the opening entry % differs from the one it takes back', new.number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke execute on function opening_entry_follows(), opening_entry_balances() from public;
