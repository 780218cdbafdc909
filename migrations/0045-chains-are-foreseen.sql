-- A link may be made before its chain is locked, on the head that is foreseen: where the chain has moved on by then, the transaction
-- ends and is begun again, as after a deadlock.

set local search_path = billing, public;

create function chain_moved_on() returns bigint language plpgsql as $$
begin
  raise exception 'the audit chain has moved on meanwhile' using errcode = '40001';
end $$;
revoke execute on function chain_moved_on from public;
grant execute on function chain_moved_on to facturier_app;
