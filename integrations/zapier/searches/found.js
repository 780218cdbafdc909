'use strict';

const { at } = require('../authentication');

/** Entries a search gives at most. */
const FOUND_MAX = 20;

/** The entries of a list that hold what was searched for. */
async function found(z, bundle, path, search) {
  const params = { limit: FOUND_MAX, ...(search && { search }) };
  return (await z.request({ url: at(bundle, path), params })).data.docs;
}

module.exports = { found };
