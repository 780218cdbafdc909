/**
 * `npm test -- --long` and `npm run test:e2e -- --long` run every test at full length; the check
 * runs the short form.
 */
export const isLongForm = process.env.TEST_FORM === 'long';

/**
 * Why the short form skips a test: it takes minutes and repeats a fault, or the control of one,
 * that a shorter test of the same file covers. `--long` runs it.
 */
export const longFormOnly: string | false = isLongForm
  ? false
  : 'long form only: npm test -- --long, or npm run test:e2e -- --long';
