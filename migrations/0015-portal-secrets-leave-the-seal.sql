-- The secret of a customer's portal was sealed, signed and answered with his documents. Every customer has another from here on, made
-- by a key outside the database: what was sealed stays there to be proven, and opens nothing.

set local search_path = billing, public;

-- It was the first member of a customer's text. In JSON a quote within a text has a backslash before it, so nothing a
-- user wrote looks like a member. The table's owner obeys row-level security like everybody.
do $$
declare known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    update customer set content = regexp_replace(regexp_replace(content, '"token":"[^"]*",', ''), ',"token":"[^"]*"', '')
    where account_id = known.account_id and content like '%"token":"%';
    -- Answers kept for a caller's key: its effect must not come twice, so they stay, without the secret.
    update idempotency set body = regexp_replace(body, '"token":"[^"]*"', '"token":""', 'g')
    where account_id = known.account_id and body like '%"token":"%';
  end loop;
  perform set_config('app.account_id', '', true);
end $$;

-- The last guard: what is sealed from now on holds none.
create function seals_no_secret() returns trigger language plpgsql as $$
begin
  raise exception 'document % would seal a secret', new.number using errcode = 'FA004';
end $$;
revoke execute on function seals_no_secret from public;
create trigger seals_no_secret before update of number on document for each row
  when (old.number is null and position('"token":' in new.content) > 0)
  execute function seals_no_secret();
