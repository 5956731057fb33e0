// The manual where no script runs.
"use strict";

module.exports = { ...require("./manual"), script: false };
