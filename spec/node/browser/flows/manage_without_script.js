// The same where no script runs.
"use strict";

module.exports = { ...require("./manage"), script: false };
