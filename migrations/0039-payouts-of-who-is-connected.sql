-- Who was connected to a provider before payouts were read has them read as well: the migration before, under row-level security, saw nobody.
--
-- formerly 774f7d4e9a62ab6f4b62a2a880cf9b87c3a56a8d8a3b4fd8c8157ba48d8b10d3
-- The owner, who reads across accounts, went through the connections of all for each account: the work of so many accounts squared.

set local search_path = billing, public;

do $$
declare
  known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select account_id, account_id, 'payouts', account_id, false, created_at, true from payment_account
    where account_id = known.account_id
    on conflict do nothing;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;
