// The same where no script runs: the page is asked for again.
"use strict";

module.exports = { ...require("./queue_actions"), script: false };
