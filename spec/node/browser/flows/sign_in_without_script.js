// Signing in and out where no script runs.
"use strict";

module.exports = { ...require("./sign_in"), script: false };
