// The public verifier of Standard Webhooks: node webhooks.js < CASES
// CASES: a JSON array of { secret, headers, body }. Prints for each the verified object, or { threw, message }.
"use strict";
const { readFileSync } = require("node:fs");
const { Webhook } = require("standardwebhooks");

function verify({ secret, headers, body }) {
  try {
    return { verified: new Webhook(secret).verify(body, headers) };
  } catch (error) {
    return { threw: error.constructor.name, message: error.message };
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(verify)));
