--- A language model in a process of its own that speaks the wire formats of OpenAI and of Anthropic, checks requests as
--- these services do, and answers every prompt of the writer from the prompt's own material.
--
--     local model = fake_model.start()               -- { key =, models = { names }, context = tokens }
--     model.url, model.key                           -- "http://127.0.0.1:PORT/v1"
--     model:script { { kind = "section", call = 1, status = 429, retry_after = 1 },
--       { kind = "title", writer = "weak" } }
--     ... what asks the model ...
--     for _, call in ipairs(model:log()) do print(call.kind, call.prompt) end
--     model:stop()
--
-- A script is a list of rules. The first one that fits a call and is not used up says what becomes of it; without one
-- the call is answered well and at once. What a call must be for a rule to fit it (all that are named):
--   kind, style ("openai", "anthropic"), model   the prompt's name, as "outline_refine"; the wire format; the model
--   call          number of the call since the script, from 1; with kind or style: among the calls of that kind, style
--   contains      words somewhere in the prompt
--   times         how often the rule serves (any number of times)
-- What answers instead of the good writer:
--   text          this text, whatever was asked
--   writer        "weak" or "injected" (spec/support/fake_writer.lua); weakness: a list of what the weak one does
-- What happens to the answer's text:
--   around        "prose" or "fence": what models put around JSON
--   misfit        JSON that does not fit its schema: "missing", "extra" or "type"
--   echo          the schema instead of an answer
--   refusal       the model declines (its words)
--   think         text between <think> and </think> before the answer; reasoning: in reasoning_content, or a thinking
--                 block
--   length        a share of the text (0-1), with the reason that the token limit was reached
--   empty         no choices, or no content
--   usage         false: what it cost is not said
-- What happens on the wire instead, or beside:
--   status        an error with the style's body; message; retry_after (seconds), retry_date (an HTTP date so many
--                 seconds from now), headers (by name; also of a stream: Content-Type)
--   html          a page of HTML with status 200, or with `status`
--   whole         one JSON body, though a stream was asked for
--   malformed     JSON that does not parse: an event, or the whole body
--   error_event   an error with this status inside a stream
--   cut           the connection closes after this share of the answer (0-1); reset: of the connection, after it
--   stall         nothing more comes after this share of the answer, until the caller hangs up
--   silent        nothing comes at all, until the caller hangs up
--   hold          nothing comes before model:release(); await: before so many calls have come; delay: seconds
--   close         the connection ends after the answer
--   crlf, comments, drip   how events are written: lines ending in CRLF, comments between them, a few bytes at a time
--
-- A call of the log has, beside what fake_program:log says: style, kind ("?": unknown), form, model, system, prompt
-- (the last of the user's turns), turns, key (that it came with), idempotency_key, headers, stream, temperature, limit
-- (tokens of the answer), is_repair, status, fault (why a 4xx), text (of the answer), misfit (how our own answer
-- fails its schema), obeyed (what an injected writer found and did).
local fake_program = require "spec.support.fake_program"

local fake_model = fake_program.class("fake_model_server", "kind")

function fake_model.start(options)
  options = options or {}
  local key = options.key or "sk-fake"
  local model = fake_model:begin({ key = key }, { key = key, models = options.models or { "fake-model" },
    known_models_only = options.models ~= nil, context = options.context })
  model.url = model.url .. "/v1"
  return model
end

return fake_model
