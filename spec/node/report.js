// Runs named cases one by one and prints what each reports, or what it throws, as one JSON object.
"use strict";

function thrown(error) {
  return {
    threw: error.constructor.name,
    status: error.status ?? null,
    message: error.message,
    retryAfter: error.headers?.get?.("retry-after") ?? null,
    requestId: error.requestID ?? error.request_id ?? null,
    body: error.error ?? null,
  };
}

exports.report = async function report(cases) {
  const said = {};
  for (const [name, run] of Object.entries(cases)) said[name] = await run().catch(thrown);
  return said;
};

exports.print = function print(said) {
  process.stdout.write(JSON.stringify(said) + "\n");
};
