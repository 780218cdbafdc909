/** `npm run test:e2e -- --long` runs every test at full length; the check runs the short form. */
export const isLongForm = process.env.TEST_FORM === 'long';

/** The `skip` option of a test that only runs in the long form. */
export const longFormOnly: string | false = isLongForm ? false : 'long form only: npm run test:e2e -- --long';
