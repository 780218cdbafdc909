-- Bills that were to be reminded of before reminders left are looked at too, a day from now: whoever wants none of that has a day to say so.
--
-- formerly 0ed72b00a96fa8b769be1a9f4e1b9279531847d1ce300ea737f389bcc978f2e6
-- The owner, who reads across accounts, went through the bills of all for each account: the work of so many accounts squared.

set local search_path = billing, public;

do $$
declare
  known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select account_id, id, 'reminders', account_id, test, extract(epoch from now())::bigint + 86400, false from document
    where account_id = known.account_id
      and kind in ('invoice', 'advance') and state = 'finalized' and canceled_at is null and archived_at is null
      and coalesce(life::json #>> '{reminder,active}', content::json #>> '{content,reminder,active}') = 'true'
    on conflict do nothing;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;
