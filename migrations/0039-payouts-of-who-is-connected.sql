-- Who was connected to a provider before payouts were read has them read as well: the migration before, under row-level security, saw nobody.

set local search_path = billing, public;

do $$
declare
  known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select account_id, account_id, 'payouts', account_id, false, created_at, true from payment_account
    on conflict do nothing;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;
