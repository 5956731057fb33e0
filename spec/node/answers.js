// Holds answers of the service against its description: node answers.js DESCRIPTION ANSWERS
//
// ANSWERS has a line of JSON for each: method, path, status, type, headers, body (spec/support/answers.lua). The last
// line printed is how many were held; those before it are faults. Objects may have no member that the description does
// not name, and of the headers that it knows only those that it names for the answer.
const fs = require("fs");
const Ajv = require("ajv/dist/2020");

const description = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const MOST = 40;

function close(schema) {
  if (Array.isArray(schema)) return schema.map(close);
  if (schema === null || typeof schema !== "object") return schema;
  const copy = {};
  for (const [name, value] of Object.entries(schema)) copy[name] = name === "example" ? value : close(value);
  if (copy.properties && copy.type === "object" && !("additionalProperties" in copy)) copy.additionalProperties = false;
  return copy;
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: "https://description/", ...close({ components: description.components, paths: description.paths }) });

const routes = Object.keys(description.paths).map((template) => ({
  template,
  words: (template.match(/\{/g) || []).length,
  pattern: new RegExp("^" + template.replace(/[.]/g, "\\.").replace(/\{[^}]*\}/g, "[^/]+") + "/?$"),
})).sort((a, b) => a.words - b.words);

const pointer = (...names) => names.map((name) => "/" + String(name).replace(/~/g, "~0").replace(/\//g, "~1")).join("");
const validators = new Map();

function validator(place) {
  if (!validators.has(place)) validators.set(place, ajv.compile({ $ref: "https://description/#" + encodeURI(place) }));
  return validators.get(place);
}

function check(place, text, isJson) {
  const validate = validator(place);
  if (validate(isJson ? JSON.parse(text) : text)) return null;
  return validate.errors.map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`).join("; ");
}

// A path or method that there is not is answered with a problem, and described nowhere else. Pages for browsers are no
// part of the interface.
function checkUndescribed(answer) {
  if (!answer.path.startsWith("/api/") && !/json/.test(answer.type)) return null;
  if (![400, 404, 405, 408, 413, 429, 431, 500, 503].includes(answer.status)) return "is not described";
  return check(pointer("components", "schemas", "Problem"), answer.body, true);
}

function media(content, type) {
  return Object.keys(content).find((name) => name === type || (name.endsWith("/*") && type.startsWith(name.slice(0, -1))));
}

function checkBody(answer, place, response) {
  const type = answer.type.split(";")[0];
  if (!response.content) return answer.body === "" ? null : "should have no body";
  const name = media(response.content, type);
  if (!name) return `has the content type ${answer.type}`;
  if (!response.content[name].schema) return null;
  return check(place + pointer("content", name, "schema"), answer.body, /json$/.test(type));
}

const known = Object.keys(description.components.headers).map((name) => name.toLowerCase());

function checkHeaders(answer, response) {
  const named = new Map(Object.entries(response.headers).map(([name, header]) => [name.toLowerCase(), header]));
  for (const name of known.filter((each) => each in answer.headers)) {
    if (!named.has(name)) return `has a header ${name}`;
    const { $ref } = named.get(name);
    const header = $ref ? description.components.headers[$ref.split("/").pop()] : named.get(name);
    if (header.schema.type === "integer" && !/^\d+$/.test(answer.headers[name])) return `has no number as ${name}`;
  }
  return "x-request-id" in answer.headers ? null : "has no x-request-id";
}

function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function fault(answer) {
  const route = routes.find((each) => each.pattern.test(decoded(answer.path.split("?")[0])));
  const isHead = answer.method === "HEAD";
  const method = isHead ? "get" : answer.method.toLowerCase();
  const operation = route && description.paths[route.template][method];
  if (answer.method === "OPTIONS") return null;
  if (!operation) return isHead ? null : checkUndescribed(answer);
  let place = pointer("paths", route.template, method, "responses", answer.status);
  let response = operation.responses[answer.status];
  if (!response) return "has a status that is not described";
  if (response.$ref) {
    place = response.$ref.slice(1);
    response = description.components.responses[place.split("/").pop()];
  }
  const wrong = checkHeaders(answer, response);
  return wrong || isHead || answer.status === 304 ? wrong : checkBody(answer, place, response);
}

let count = 0;
const faults = new Set();
for (const line of fs.readFileSync(process.argv[3], "utf8").split("\n")) {
  if (line === "") continue;
  const answer = JSON.parse(line);
  const wrong = fault(answer);
  count++;
  if (wrong) faults.add(`${answer.method} ${answer.path} ${answer.status} ${wrong}`.slice(0, 600));
}
for (const each of [...faults].slice(0, MOST)) console.log(each);
if (faults.size > MOST) console.log(`and ${faults.size - MOST} more`);
console.log(count);
