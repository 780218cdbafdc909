-- What names the objects to be deleted looks for tables of a session last, as all that runs by other rights than its caller's.

alter function billing.forgotten_objects(int) set search_path = billing, pg_temp;
