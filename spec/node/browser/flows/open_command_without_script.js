// The same where no script runs: the file has a button.
"use strict";

module.exports = { ...require("./open_command"), script: false };
