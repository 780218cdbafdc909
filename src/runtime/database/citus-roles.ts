import type pg from 'pg';

/**
 * Roles that nodes of a sharded database use among themselves, so that row-level security applies
 * there too.
 */
const ROLES = ['facturier_app', 'facturier_across'];

/** Whether the Citus extension is installed. */
export async function hasCitus(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ known: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as known",
  );
  return rows[0]?.known === true;
}

/**
 * Creates the serving roles on every node of a sharded database, with login and the rights
 * functions need there. Contacts the nodes only if the coordinator lacks something, so that a start
 * does not wait for an unreachable node. Throws if a node refuses.
 */
export async function createCitusRoles(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ count: string }>(
    `select count(*) from pg_roles where rolcanlogin and rolconfig @> array[$2]
      and (rolname = any($1) or rolname = current_user)`,
    [ROLES, `${NESTED}=on`],
  );
  if (Number(rows[0]?.count) === ROLES.length + 1) return;
  const made = await owner.query<{ success: boolean; result: string }>(
    "select success, result from run_command_on_all_nodes(replace($1, 'the_owner', current_user))",
    [MAKE],
  );
  const failed = made.rows.find(({ success }) => !success);
  if (failed) throw new Error(failed.result);
}

/** Functions on a node may query rows of the same account, which are on the same node. */
const NESTED = 'citus.allow_nested_distributed_execution';

// Each node creates its own roles: two nodes forwarding to each other would deadlock.
const MAKE = `do $$
  declare r text;
  begin
    perform set_config('citus.enable_create_role_propagation', 'off', true);
    perform set_config('citus.enable_alter_role_propagation', 'off', true);
    perform set_config('citus.enable_alter_role_set_propagation', 'off', true);
    foreach r in array array['${ROLES.join("', '")}', 'the_owner'] loop
      if exists (select from pg_roles where rolname = r) then execute format('alter role %I login', r);
      else execute format('create role %I login', r); end if;
      execute format('alter role %I set ${NESTED} = on', r);
    end loop;
  end $$`;
