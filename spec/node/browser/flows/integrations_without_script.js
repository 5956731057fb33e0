// The same where no script runs.
"use strict";

module.exports = { ...require("./integrations"), script: false };
