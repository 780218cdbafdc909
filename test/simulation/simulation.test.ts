import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLongForm } from '../support/runner/long-form.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { commands } from './commands.ts';
import { COMMANDS_MAX, type Simulated, SimulationFailed, simulate } from './simulate.ts';

// A long run: SIMULATION_RUNS=20000. To repeat a failure, use the settings in its message:
// SIMULATION_SEED=… SIMULATION_RUNS=1.

/** With fewer runs, rare commands are not covered. */
const PROVING = 14;
const RUNS = Number(process.env.SIMULATION_RUNS ?? PROVING);
/** Maximum runs until a broken rule is noticed; most are noticed in the first or second. */
const SABOTAGED_RUNS_MAX = 3_000;
const seed = seedOf('SIMULATION_SEED');

test(`${RUNS} simulated businesses of up to ${COMMANDS_MAX} commands each follow the rules`, async () => {
  const { runs, commands: done, tally } = await simulate({ seed, runs: RUNS, ...(RUNS >= PROVING && { isEnough }) });
  const told = [...tally].map(([name, times]) => `${name} ${times.done}+${times.refused}`).join(', ');
  console.log(`SIMULATION_SEED=${seed}: ${runs} runs, ${done} commands: ${told}`);
  if (RUNS < PROVING) return;
  assert.ok(done >= RUNS * 30);
  // The rarest commands occur once in forty runs: up to five may be missing.
  assert.ok(everDone(tally) >= commands.length - 5, `ever done: ${everDone(tally)} of ${commands.length}`);
  assert.ok(everRefused(tally) >= 15, 'too few refusals');
});

type Tally = Simulated['tally'];
const everDone = (tally: Tally): number => [...tally.values()].filter((times) => times.done > 0).length;
const everRefused = (tally: Tally): number => [...tally.values()].filter(({ refused }) => refused > 0).length;
const isEnough = ({ commands: done, tally }: Simulated): boolean =>
  done >= RUNS * 30 && everDone(tally) >= commands.length - 5 && everRefused(tally) >= 15;

const trigger = (table: string, when: string, body: string): string => `
  create function billing.sabotage() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
  create trigger a_sabotage before ${when} on billing.${table} for each row execute function billing.sabotage()`;

/** Rules of the database that are broken on purpose; the simulation must notice each. */
const sabotages: Readonly<Record<string, string>> = {
  'credit notes that reduce nothing': trigger(
    'document',
    'update',
    `new.credited_cents := 0; new.life := jsonb_set(new.life::jsonb, '{credited}', '{}')::text;`,
  ),
  'a number skipped now and then': trigger(
    'series',
    'update',
    'if new.last % 3 = 2 then new.last := new.last + 1; end if;',
  ),
  'a frozen text touched up': `
    alter table billing.document disable trigger stay_sealed;
    ${trigger('document', 'update', `if old.number is not null then new.content := replace(new.content, 'Ligne 1', 'Ligne A'); end if;`)}`,
  'payments forgotten': trigger(
    'document',
    'update',
    `new.paid_cents := 0; new.life := jsonb_set(new.life::jsonb, '{paid}', '0')::text;`,
  ),
  'a signature lost': trigger('document', 'update', `if new.state = 'signed' then new.state := 'finalized'; end if;`),
  'a link rewritten': trigger(
    'chain_link',
    'insert',
    `new.link := replace(new.link, '"type":"signed"', '"type":"refused"');`,
  ),
  'stock that moves twice': trigger('product', 'update', 'new.stock := new.stock + (new.stock - old.stock);'),
  'counts that drift': trigger('tally', 'update', 'if random() < 0.2 then new.documents := new.documents + 1; end if;'),
};

/** The short form draws three with the seed. */
const drawn = Object.entries(sabotages);
for (const [name, sabotage] of isLongForm ? drawn : seeded(seed).shuffled(drawn).slice(0, 3)) {
  test(`the simulation detects ${name}`, async () => {
    // Noticed by a comparison with the model, not by a database error.
    const isNoticed = (error: unknown): boolean =>
      error instanceof SimulationFailed && error.cause instanceof assert.AssertionError;
    await assert.rejects(simulate({ seed, runs: SABOTAGED_RUNS_MAX, sabotage }), isNoticed, `SIMULATION_SEED=${seed}`);
  });
}
