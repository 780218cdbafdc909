-- Row-level security compared the mode of each row with app.test, which PostgreSQL read again for
-- each one. Compared this way it is a condition of the index, evaluated once: with app.test = 'on'
-- only rows with test = true are reached, otherwise all.

set local search_path = billing, public;

alter policy own_account on "account_seal"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "agency_customer"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "agency_transfer"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "agency_trial"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "api_key"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "attachment"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "bank_account"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "bank_csv_form"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "bank_dismissal"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "bank_match"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "bank_statement"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "bank_transaction"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "booked_turnover"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "chain_head"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "chain_link"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "closing"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "closure"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "customer"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "customer_link"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "document"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "endpoint"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "event"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "feed"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "idempotency"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "job"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "mail"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "mail_file"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "noting"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "occurrence"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "payment"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "payment_receipt"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "payment_request"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "payment_session"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "payout"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "payout_line"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "product"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "product_tally"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "project"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "recurrence"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "rendering"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "series"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "signature_code"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "signature_evidence"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "stock_move"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "tally"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "task"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "try"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "unapplied_use"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
alter policy own_account on "unstamped_signature"
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));
