// The public client of OpenAI's chat completions: node openai.js BASE_URL KEY
"use strict";
const OpenAI = require("openai");
const { report, print } = require("./report.js");

const [baseURL, apiKey] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0, timeout: 20000 });

const ask = (content, more) => ({ model: "fake-model", messages: [{ role: "user", content }], ...more });
const create = (content, more) => client.chat.completions.create(ask(content, more));

async function whole(content, more) {
  const answer = await create(content, more);
  const { message, finish_reason } = answer.choices[0];
  return { text: message.content, refusal: message.refusal, reason: finish_reason, usage: answer.usage,
    calls: message.tool_calls ?? null };
}

async function streamed(content, more) {
  const said = { text: "", pieces: 0, reason: null, usage: null, reasoning: "" };
  for await (const chunk of await create(content, { stream: true, stream_options: { include_usage: true }, ...more })) {
    const choice = chunk.choices[0];
    if (choice?.delta.content) {
      said.text += choice.delta.content;
      said.pieces++;
    }
    said.reasoning += choice?.delta.reasoning_content ?? "";
    said.reason = choice?.finish_reason ?? said.reason;
    said.usage = chunk.usage ?? said.usage;
  }
  return said;
}

const schema = (required) => ({
  type: "object",
  additionalProperties: false,
  properties: { titles: { type: "array", items: { type: "string" } } },
  required,
});
const formed = (required) => ({
  response_format: { type: "json_schema", json_schema: { name: "title", strict: true, schema: schema(required) } },
});
const TITLES = "ARTICLE keyword: basil at home\nTHE SECTIONS Light | Water | Pots\nTASK Write 3 titles.";
const tool = { type: "function", function: { name: "title", parameters: schema(["titles"]), strict: true } };

report({
  models: async () => (await client.models.list()).data.map((model) => model.id),
  whole: () => whole("TASK greet"),
  streamed: () => streamed("TASK greet"),
  helper: async () => {
    const stream = client.chat.completions.stream(ask("TASK greet"));
    return { text: await stream.finalContent() };
  },
  structured: () => whole(TITLES, formed(["titles"])),
  loose: () => whole(TITLES, formed([])),
  tool: () => whole(TITLES, { tools: [tool], tool_choice: { type: "function", function: { name: "title" } } }),
  thinking: () => streamed("case reasoning"),
  refusal: () => whole("case refusal"),
  length: () => whole("case length"),
  role: () => client.chat.completions.create({ model: "fake-model", messages: [{ role: "human", content: "a" }] }),
  wrong_key: () => new OpenAI({ baseURL, apiKey: "sk-wrong", maxRetries: 0 }).models.list(),
  unknown_model: () => create("TASK greet", { model: "no-such-model" }),
  limited: () => create("case 429"),
  broken: () => create("case 500"),
  overloaded: () => create("case 503"),
  retried: async () => {
    const patient = new OpenAI({ baseURL, apiKey, maxRetries: 2 });
    const answer = await patient.chat.completions.create(ask("case once"));
    return { text: answer.choices[0].message.content };
  },
  cut: () => streamed("case cut"),
  malformed: () => streamed("case malformed"),
  error_event: () => streamed("case error event"),
}).then(print);
