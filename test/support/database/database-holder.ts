// A process that uses the database of a data folder until told to leave: `node database-holder.ts
// <data folder>`. Prints "open <milliseconds>" once the database answers and "left" after closing.
import { once } from 'node:events';
import pg from 'pg';
import { openDatabase } from '../../../src/runtime/database/open-database.ts';

const began = performance.now();
const database = await openDatabase({ dataFolder: process.argv[2] ?? '' });
const pool = new pg.Pool(database.serving);
pool.on('error', () => {});
await pool.query('select');
console.log(`open ${Math.round(performance.now() - began)}`);

await once(process.stdin, 'data');
await pool.end();
await database.leave();
console.log('left');
process.exit(0);
