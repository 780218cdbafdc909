import type pg from 'pg';

/** Roles in which machines of a spread database ask each other, since what they do is held to them there, too. */
const ROLES = ['facturier_app', 'facturier_across'];

/** Whether the engine that spreads tables over machines is in this database. */
export async function hasCitus(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ known: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as known",
  );
  return rows[0]?.known === true;
}

/**
 * Lets the serving roles sign in on every node of a spread database, and makes them where they are missing; what they call there may
 * ask for rows. Nodes are asked only
 * where the entry node lacks something: a start must not wait for a node that is away. Throws where one of them refuses.
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

/** A statement on a node may call functions of ours that ask for rows of the same account: they are on the same node. */
const NESTED = 'citus.allow_nested_distributed_execution';

// Each node for itself: two that pass it on to each other would wait for each other.
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
