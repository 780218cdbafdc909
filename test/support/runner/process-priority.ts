// Loaded into the process of every drill before its file. The journeys in a browser are what a run
// of drills waits for at its end, each step after the one before: they have the right of way over
// all other files, which fill what they leave of the processors.
import { setPriority } from 'node:os';

/**
 * Of 19 (last) to 0 (as everybody). PostgreSQL, which all files share, stays at 0; printers and
 * attackers, below others, at 10.
 */
const BEHIND_JOURNEYS = 5;

if (process.env.NODE_TEST_CONTEXT && !process.argv[1]?.endsWith('journeys.test.ts')) setPriority(BEHIND_JOURNEYS);
