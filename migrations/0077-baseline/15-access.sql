-- Who may read and write what: row-level security, the rights of the two roles, and who may call
-- which function.

set local search_path = billing, public;

-- Row-level security: a transaction names its account (app.account_id) or its person
-- (app.person_id) and reaches no other row. With a test key it says app.test = 'on' and reaches no
-- live row.
do $$
declare
  t record;
  own text;
begin
  for t in
    select c.relname,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as of_account,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'person_id') as of_person,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'test') as has_modes
    from pg_class c where c.relnamespace = 'billing'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %I enable row level security', t.relname);
    execute format('alter table %I force row level security', t.relname);
    if t.of_account then
      own := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
      if t.has_modes then
        own := own || ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
      end if;
      execute format('create policy own_account on %I using (%s) with check (%s)', t.relname, own, own);
    elsif t.of_person then
      own := 'person_id = nullif(current_setting(''app.person_id'', true), '''')::uuid';
      execute format('create policy own_person on %I using (%s) with check (%s)', t.relname, own, own);
    end if;
  end loop;
end $$;

-- The application creates accounts for sample data itself, and no others.
create policy to_explore on account as restrictive for insert to facturier_app
  with check (coalesce(settings::json ->> 'demo' = 'true', false));
create policy everybody on reference_rate for select to facturier_app using (true);

-- What functions that look across accounts may read and write. LIKE is not leakproof: under a
-- filtering policy PostgreSQL would never use a trigram index, so searches run as this role and
-- filter by account themselves.
do $$
declare t text;
begin
  foreach t in array array['account', 'api_key', 'attachment', 'chain_head', 'chain_link', 'closing', 'customer', 'document',
    'membership', 'noting', 'person', 'product', 'product_tally', 'rendering'] loop
    execute format('create policy across on %I for select to facturier_across using (true)', t);
  end loop;
  foreach t in array array['attempt', 'bank_transaction', 'day_count', 'delivery', 'endpoint', 'event', 'file',
    'forgotten_object', 'idempotency', 'job', 'key_request', 'mail', 'mail_file', 'reference_rate', 'test_clock', 'try'] loop
    execute format('create policy across on %I to facturier_across using (true)', t);
  end loop;
end $$;
create policy across on file_tally to facturier_across using (true) with check (true);
create policy across_looks on closing for update to facturier_across using (true);

-- What the application may do with its tables.
grant usage on schema billing to facturier_app, facturier_across;
grant select, insert, update, delete on address_change, agency_account, agency_customer, bank_match, category,
    customer, document, endpoint, idempotency, job, passkey, password_reset, payment_account, person_session, product,
    project, recovery_code, recurrence, task, theme, theme_default to facturier_app;
grant select, insert, delete on agency_trial, attachment, bank_dismissal, bank_statement, bank_transaction,
    key_request, payment_request, try, unstamped_signature, used_challenge to facturier_app;
grant select, insert, update on api_key, bank_csv_form, booked_turnover, chain_head, closing, customer_link,
    day_count, delivery, feed, file_tally, invitation, mail, membership, noting, payment_session, person,
    product_tally, series, signature_code, tally, test_clock, unapplied_use to facturier_app;
grant select, update, delete on forgotten_object to facturier_app;
grant select, insert on account, account_seal, agency_transfer, attempt, bank_account, chain_link, closure, event,
    file, mail_attempt, mail_file, occurrence, payment, payment_receipt, payout, payout_line, rendering,
    signature_evidence, stock_move to facturier_app;
grant select on reference_rate to facturier_app;
grant update (settings, version) on account to facturier_app;
grant update (identity, number) on bank_account to facturier_app;
grant update (added) on bank_statement to facturier_app;
grant update (applied_cents) on bank_transaction to facturier_app;
grant update (place) on event to facturier_app;
grant update (document_id) on occurrence to facturier_app;

-- What functions that look across accounts need, and no more.
grant select, insert, update, delete on job to facturier_across;
grant select, insert, delete on attempt, key_request, try to facturier_across;
grant select, insert, update on file_tally to facturier_across;
grant select, update, delete on mail to facturier_across;
grant select, delete on day_count, event, file, idempotency, mail_file to facturier_across;
grant select, insert on forgotten_object, reference_rate to facturier_across;
grant select, update on bank_transaction, delivery, endpoint to facturier_across;
grant select on account, attachment, chain_head, chain_link, closing, customer, document, membership, noting, person,
    product, product_tally, rendering, test_clock to facturier_across;
grant select (account_id, id) on api_key to facturier_across;
grant update (look_at) on closing to facturier_across;

-- Functions with `security definer` look across accounts, so they belong to the role that may. The
-- application calls those that answer with little; lists of all accounts are for the operator, who
-- owns the tables.
grant create on schema billing to facturier_across;
do $$
declare
  f record;
  of_app constant text[] := array[
    'accounts_of_customer', 'accounts_of_person', 'ahead_of', 'books_to_close', 'chain_moved_on', 'chains_to_note',
    'chains_unlooked', 'claim_deliveries', 'claim_delivery_jobs', 'claim_jobs', 'claim_mails', 'customers_found',
    'documents_found', 'forget_answers', 'forget_attempts', 'forget_bank_words', 'forget_day_counts',
    'forget_events', 'forget_files', 'forget_key_requests', 'forget_mail_files', 'forget_mails',
    'forgotten_objects', 'here', 'keep_reference_rates', 'links_about', 'members_called', 'next_places',
    'note_key_requests', 'numbered_whole', 'open_board', 'people_of_account', 'person_with_email', 'place_events',
    'products_page', 'queue_closures', 'queue_deliveries', 'queue_time', 'renew_jobs', 'samples_of_person',
    'series_of_kind', 'settle_deliveries', 'settle_delivery_jobs', 'settle_jobs', 'state_of_kind',
    'sums_within_total', 'tell', 'tell_later', 'tell_one', 'wake_jobs', 'work_due', 'work_in_reach'];
  of_operator constant text[] := array[
    'accounts_after', 'accounts_counted', 'accounts_known', 'accounts_mailed_heads', 'accounts_of_business',
    'accounts_there', 'chain_heads_known', 'heads_after', 'heads_of', 'keys_of_heads', 'test_clocks_ahead'];
  of_across constant text[] := array['change_track', 'here', 'product_page_text', 'settle_jobs'];
begin
  for f in select p.oid::regprocedure as name, p.proname, p.prosecdef from pg_proc p
    where p.pronamespace = 'billing'::regnamespace
  loop
    if f.prosecdef then execute format('alter function %s owner to facturier_across', f.name); end if;
    execute format('revoke execute on function %s from public', f.name);
    if f.proname = any(of_app) then execute format('grant execute on function %s to facturier_app', f.name); end if;
    if f.proname = any(of_operator) then execute format('grant execute on function %s to %I', f.name, current_user); end if;
    if f.proname = any(of_across) then execute format('grant execute on function %s to facturier_across', f.name); end if;
  end loop;
end $$;
revoke create on schema billing from facturier_across;
