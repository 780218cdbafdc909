-- Webhooks of approved platforms: a platform calls this service when something changes.

set local search_path = billing, public;

alter table platform_connection
  -- The webhook at the platform, the address it calls, and its signing key, encrypted like the
  -- credentials; all null if the platform does not call.
  add column webhook_id text check (length(webhook_id) between 1 and 64),
  add column callback_url text check (length(callback_url) between 1 and 1000),
  add column locked_webhook_key text check (length(locked_webhook_key) between 1 and 10000),
  -- The last authentic call; null before the first.
  add column called_at at,
  add constraint platform_connection_callback check (num_nulls(webhook_id, callback_url, locked_webhook_key) in (0, 3));
