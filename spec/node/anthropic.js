// The public client of Anthropic's messages: node anthropic.js BASE_URL KEY
"use strict";
const Anthropic = require("@anthropic-ai/sdk");
const { report, print } = require("./report.js");

const [url, apiKey] = process.argv.slice(2);
const baseURL = url.replace(/\/v1$/, "");
const client = new Anthropic({ baseURL, apiKey, maxRetries: 0, timeout: 20000 });

const ask = (content, more) => ({
  model: "fake-model",
  max_tokens: 500,
  messages: [{ role: "user", content }],
  ...more,
});

function said(message) {
  return {
    text: message.content.map((block) => block.text ?? "").join(""),
    thinking: message.content.map((block) => block.thinking ?? "").join(""),
    input: message.content.find((block) => block.type === "tool_use")?.input ?? null,
    reason: message.stop_reason,
    usage: message.usage,
  };
}

const create = async (content, more) => said(await client.messages.create(ask(content, more)));

async function streamed(content, more) {
  let pieces = 0;
  const stream = client.messages.stream(ask(content, more)).on("text", () => pieces++);
  return { ...said(await stream.finalMessage()), pieces };
}

const TITLES = "ARTICLE keyword: basil at home\nTHE SECTIONS Light | Water | Pots\nTASK Write 3 titles.";
const forced = {
  tools: [{
    name: "title",
    input_schema: {
      type: "object",
      properties: { titles: { type: "array", items: { type: "string" } } },
      required: ["titles"],
    },
  }],
  tool_choice: { type: "tool", name: "title" },
};

report({
  models: async () => (await client.models.list()).data.map((model) => model.id),
  whole: () => create("TASK greet", { system: "You are brief." }),
  streamed: () => streamed("TASK greet"),
  tool: () => create(TITLES, forced),
  tool_streamed: () => streamed(TITLES, forced),
  thinking: () => streamed("case reasoning"),
  refusal: () => create("case refusal"),
  length: () => create("case length"),
  no_limit: () => client.messages.create({ model: "fake-model", messages: [{ role: "user", content: "a" }] }),
  system_role: () => create("a", { messages: [{ role: "system", content: "a" }] }),
  wrong_key: () => new Anthropic({ baseURL, apiKey: "wrong", maxRetries: 0 }).models.list(),
  limited: () => create("case 429"),
  broken: () => create("case 500"),
  overloaded: () => create("case 529"),
  retried: async () => {
    const patient = new Anthropic({ baseURL, apiKey, maxRetries: 2 });
    return said(await patient.messages.create(ask("case once")));
  },
  cut: () => streamed("case cut"),
  malformed: () => streamed("case malformed"),
  error_event: () => streamed("case error event"),
}).then(print);
