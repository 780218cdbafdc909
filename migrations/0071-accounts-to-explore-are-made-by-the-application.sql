-- Where tables are spread, what one role wrote of an account no other may look at before the commit: an account to explore was made by a function
-- of another role than what begins it. The application makes it itself, and no other account: a policy says so.

set local search_path = billing, public;

grant insert on account to facturier_app;
create policy to_explore on account as restrictive for insert to facturier_app
  with check (coalesce(settings::json ->> 'demo' = 'true', false));
grant execute on function open_board to facturier_app;

drop function open_sample_account(text, bigint);
revoke execute on function open_board from facturier_across;
revoke insert on account, category from facturier_across;
