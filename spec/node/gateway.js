// A public gateway between the public client and the server: node gateway.js BASE_URL KEY. The gateway takes OpenAI's
// style from the client and asks the server in either.
"use strict";
const { spawn } = require("node:child_process");
const net = require("node:net");
const path = require("node:path");
const OpenAI = require("openai");
const { report, print } = require("./report.js");

const [url, apiKey] = process.argv.slice(2);
const program = path.join(path.dirname(require.resolve("@portkey-ai/gateway/package.json")), "build/start-server.js");

// The gateway cannot take port 0: it gets one that was free a moment ago.
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// Resolves when something listens there; the gateway's end is the end of waiting.
function listens(port, gateway) {
  return new Promise((resolve, reject) => {
    gateway.once("exit", (code) => reject(new Error(`the gateway ended with ${code}`)));
    const attempt = () => {
      const socket = net.connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve();
      });
      socket.once("error", () => setTimeout(attempt, 50));
    };
    attempt();
  });
}

function cases(port, provider) {
  const client = new OpenAI({
    baseURL: `http://127.0.0.1:${port}/v1`,
    apiKey,
    maxRetries: 0,
    timeout: 20000,
    defaultHeaders: { "x-portkey-provider": provider, "x-portkey-custom-host": url },
  });
  const ask = (content) => ({ model: "fake-model", max_tokens: 500, messages: [{ role: "user", content }] });
  return {
    [`${provider}_whole`]: async () => {
      const answer = await client.chat.completions.create(ask("TASK greet"));
      return { text: answer.choices[0].message.content, reason: answer.choices[0].finish_reason,
        usage: answer.usage };
    },
    [`${provider}_streamed`]: async () => {
      let text = "";
      const stream = await client.chat.completions.create({ ...ask("TASK greet"), stream: true });
      for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? "";
      return { text };
    },
    [`${provider}_limited`]: () => client.chat.completions.create(ask("case 429")),
  };
}

async function main() {
  const port = await freePort();
  const gateway = spawn(process.execPath, [program, `--port=${port}`, "--headless"], { stdio: "ignore" });
  process.once("exit", () => gateway.kill());
  await listens(port, gateway);
  print(await report({ ...cases(port, "openai"), ...cases(port, "anthropic") }));
  process.exit(0);
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
