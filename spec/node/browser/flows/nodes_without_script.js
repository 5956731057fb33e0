// The same where no script runs.
"use strict";

module.exports = { ...require("./nodes"), script: false };
