---@meta copydesk.types
--- Types for editors: LuaLS annotations of everything that copydesk offers to a program.
--
-- An `err` is nil where the first result is not. It is not marked so, for editors do not see that one excludes the
-- other and would ask for a second check.
-- luacheck: ignore

--=head Lines like this one stand for what spec/types/tables.lua makes, most of it from the code's own tables.

-- The module --------------------------------------------------------------------------------------------------------

--- Articles for a keyword, and internal links for content. The verbs use a default client, made at the first use from
--- `COPYDESK_BASE_URL` and `COPYDESK_API_KEY`; without a base URL the service runs inside this process.
---@class copydesk
---@field _VERSION string Version of the library.
---@field null lightuserdata JSON null, for requests that clear a field. In answers null is nil.
---@field webhook copydesk.webhook Receiving what the service sends; loaded when it is first used.
local copydesk = {}

--- Makes a client of its own. A wrong option throws at the caller's line.
---@param options? copydesk.Options
---@return copydesk.Desk? desk
---@return copydesk.service.Error err Why the service inside this process could not be started.
function copydesk.new(options) end

--- Marks a table as a list, so that an empty one is sent as `[]` where lua-cjson can write that (2.1.0 writes `{}`).
---@generic T: table
---@param list? T
---@return T
function copydesk.array(list) end

--=methods create status wait link request write_all as_finished markdown

--=options

-- The client --------------------------------------------------------------------------------------------------------

--- A client. What the world does wrong comes back as `nil, err`; a wrong argument throws at the caller's line.
---@class copydesk.Desk
local Desk = {}

--- Queues an article.
---@param request copydesk.CreateRequest|string The parameters, or the keyword alone.
---@param options? copydesk.SendOptions
---@return copydesk.Job? job
---@return copydesk.Error err
function Desk:create(request, options) end

--- The article's record now.
---@param job copydesk.Job|copydesk.Record|string What `create` gave, or an article's id.
---@param options? copydesk.CallOptions
---@return copydesk.Record? record
---@return copydesk.Error err
function Desk:status(job, options) end

--- Waits until the article is finished. One that failed or was cancelled is an error with the record as its `article`.
---@param job copydesk.Job|copydesk.Record|string What `create` gave, or an article's id.
---@param options? copydesk.WaitOptions
---@return copydesk.FinishedRecord? record
---@return copydesk.Error err
function Desk:wait(job, options) end

--- Puts links to the pages of a domain into content. `tostring` of the result is the content.
---@param request copydesk.LinkRequest
---@param options? copydesk.SendOptions
---@return copydesk.LinkedContent? linked
---@return copydesk.Error err
function Desk:link(request, options) end

--- The rest of the interface: domains, brands, lists, keys, account.
---@param method string `"GET"`, `"POST"`, `"PATCH"`, `"DELETE"`
---@param path string Such as `"/api/domains"`, encoded, joined to the base URL.
---@param body? any Sent as JSON.
---@param options? copydesk.RequestOptions
---@return any answer Decoded JSON; text when it is none or `raw` is set; true when there is none; nil when the call failed.
---@return integer|copydesk.Error status
function Desk:request(method, path, body, options) end

--- Writes many articles at once, over one pool of connections. One that fails does not stop the others.
---@param list (copydesk.CreateRequest|string)[]|fun(): (copydesk.CreateRequest|string)? Requests, or keywords.
---@param options? copydesk.WriteAllOptions
---@return copydesk.BatchResult[]? results In the order of the list; empty with on_article.
---@return copydesk.Error err
function Desk:write_all(list, options) end

--- Waits for many articles: `for record, err in desk:as_finished(ids) do`. A failed one gives false and its error.
---@param ids (copydesk.Job|copydesk.Record|string)[]|fun(): (copydesk.Job|copydesk.Record|string)?
---@param options? copydesk.AsFinishedOptions
---@return fun(): (copydesk.FinishedRecord|false)?, copydesk.Error
function Desk:as_finished(ids, options) end

--- The Markdown of a finished article, of the polished text where there is one; kept as `article.output.markdown`.
---@param article copydesk.Record|string A record, or an id.
---@return string? markdown
---@return copydesk.Error err
function Desk:markdown(article) end

--- Starts a verb without waiting, for a loop that drives the client itself.
---@param verb copydesk.Verb
---@param ... any The verb's arguments.
---@return copydesk.Task? task
---@return copydesk.Error err
function Desk:start(verb, ...) end

--- The next task whose request has ended and that wants `advance`, or nil.
---@return copydesk.Task? task
function Desk:ended() end

--- Moves every call on.
---@param seconds? number How long to wait for something to happen; 0 when absent.
---@return true? ok
---@return copydesk.Error err
function Desk:step(seconds) end

--- The one descriptor that is readable when `step` has something to do, timers included. Never read or close it.
---@return integer? fd
---@return copydesk.Error err
function Desk:fd() end

--- Seconds until `step` has something to do in any case, or nil when nothing is planned.
---@return number? seconds
function Desk:timeout() end

--- The same as `fd`, as cqueues asks for it.
---@return integer? fd
---@return copydesk.Error err
function Desk:pollfd() end

--- What to poll the descriptor for, as cqueues asks for it.
---@return "r" events
function Desk:events() end

--- The same as `fd`, as LuaSocket's `select` asks for it; -1 once the client is closed.
---@return integer fd
function Desk:getfd() end

--- Has `step` something to do now? As LuaSocket's `select` asks for it.
---@return boolean dirty
function Desk:dirty() end

--- Ends calls under way as cancelled, and stops the service inside this process. Closing twice is allowed.
function Desk:close() end

---@alias copydesk.Verb "create"|"status"|"wait"|"link"|"request"

--- A verb under way, started with `desk:start`. Dropping it cancels it.
---@class copydesk.Task
local Task = {}

--- Takes what has come: `false` while there is more to wait for; `"progress"` and a record when `wait` has news for
--- `on_progress`; `true` and the verb's results once, at the end.
---@return boolean|"progress" state
---@return any ...
function Task:advance() end

--- Ends it without a result.
function Task:cancel() end

-- What calls take ---------------------------------------------------------------------------------------------------

--- What every verb takes.
---@class copydesk.CallOptions
---@field timeout? number Seconds that the call may take with all its attempts. Default: the client's.
---@field retries? integer Further attempts after one that failed for a passing reason. Default: the client's.

--- What `create` and `link` take besides.
---@class copydesk.SendOptions: copydesk.CallOptions
---@field idempotency_key? string Names the request, so that sending it again pays once. Default: one for each call.

--- What `wait` takes.
---@class copydesk.WaitOptions: copydesk.CallOptions
---@field interval? number Seconds between two looks, where the server does not hold requests. Default: growing from 1 to 10.
---@field on_progress? fun(record: copydesk.Record) Runs at each change.

--- What `request` takes.
---@class copydesk.RequestOptions: copydesk.SendOptions
---@field headers? table<string, string> Further headers, by name.
---@field raw? boolean Gives the answer's body as text.

--- What `as_finished` takes.
---@class copydesk.AsFinishedOptions
---@field concurrency? integer Articles that are watched at once, over a connection each. Default: 64.
---@field timeout? number Seconds to wait for each article. Default: 1800.
---@field interval? number Seconds between two looks where the service does not hold requests.
---@field on_progress? fun(record: copydesk.Record) Runs at each change of any article.

--- What `write_all` takes.
---@class copydesk.WriteAllOptions: copydesk.AsFinishedOptions
---@field on_article? fun(result: copydesk.BatchResult) Runs as each one ends; the results are not kept then.
---@field jobs? table<integer, copydesk.BatchJob> What was begun, by place in the list: filled here, to be saved, and given again.
---@field on_change? fun(jobs: table<integer, copydesk.BatchJob>, index: integer) Runs whenever a job changes.
---@field retries? integer Further attempts at creating each, a service that is too busy (429) left aside: it is waited for. Default: 10.

--- One of `write_all`'s jobs.
---@class copydesk.BatchJob
---@field key string Idempotency key of its creation.
---@field articleId? string Once it was created.
---@field status? string `queued`, `finished` or `failed`.

--- What became of one of many articles.
---@class copydesk.BatchResult
---@field index integer Place in the list.
---@field article? copydesk.FinishedRecord
---@field err? copydesk.Error

-- The request -------------------------------------------------------------------------------------------------------

--=parameters

--- A section of an outline, or its title alone.
---@class copydesk.Section
---@field title? string
---@field instructions? string What the section is about.
---@field subsections? (copydesk.Section|string)[] One level below.
---@field heading? string Another name of `title`.
---@field children? (copydesk.Section|string)[] Another name of `subsections`.

-- The record --------------------------------------------------------------------------------------------------------

--- What `create` gives.
---@class copydesk.Job
---@field articleId string

--=answer Record

--- A record whose article is there.
---@class copydesk.FinishedRecord: copydesk.Record
---@field status "finished"
---@field output copydesk.Output The article's text.

--- The text of an article.
---@class copydesk.Output
---@field html string The article.
---@field polishedHtml? string The polished one, when polishing was asked for.
---@field markdown? string The text as Markdown, once `copydesk.markdown` has asked for it.

--- A page or document that an article cites.
---@class copydesk.Source
---@field url? string Where it is; a document of the library may have none.
---@field title string Its title.

--- What the pages found share, and how well an article covers it, 0-100.
---@class copydesk.Seo
---@field terms copydesk.SeoTerm[] What stands in most of the pages comes first.
---@field before integer Coverage of the text as it was written.
---@field after integer Coverage with the terms that were put in.

--- A term of the pages found.
---@class copydesk.SeoTerm
---@field term string The word, or two.
---@field share number Of the pages that have it, 0-1.
---@field least integer How often a page that has it has it at least.
---@field most integer How often at most.
---@field count integer How often the article has it; in a heading it counts twice.

-- Links -------------------------------------------------------------------------------------------------------------

---@alias copydesk.Format "html"|"markdown"|"json"

--=request LinkRequest

--- What `link` gives.
---@class copydesk.LinkedContent
---@field content string The content with its links; every other byte is as it was.
---@field links? copydesk.Link[] With format `json`.
---@field wordsAnalyzed? integer With format `json`.
---@field creditsUsed? integer With format `json`.
---@field model? integer With format `json` and `explain`: the number of the model that scores were made by.
---@field candidates? copydesk.LinkCandidate[] With format `json` and `explain`: what could have been linked and was not, the best first, at most 100.
---@field summary? copydesk.LinkSummary With format `json` and `explain`.

--- A link that was put in.
---@class copydesk.Link
---@field anchorText string The words that became a link.
---@field url string Where it leads.
---@field title string Title of that page.
---@field start integer Where the anchor text begins in the submitted content, in bytes from 0.
---@field end integer Behind its last byte.
---@field score number From 0 to 1.
---@field context? copydesk.LinkContext With `explain`.
---@field features? table<string, number> With `explain`: what its score was made from.

--- The visible text around a link, up to a dozen words of its paragraph at each side.
---@class copydesk.LinkContext
---@field before string
---@field after string

--- A link that could have been put in.
---@class copydesk.LinkCandidate
---@field anchorText string The words that would be a link.
---@field url string Where it would lead.
---@field title string Title of that page.
---@field start integer Where these words begin in the submitted content, in bytes from 0.
---@field end integer Behind their last byte.
---@field score number From 0 to 1.
---@field reason string Why it was left out, for programs: `low_score`.
---@field detail string The same in a sentence.

--- Why there are so many links, and what would bring more.
---@class copydesk.LinkSummary
---@field pages integer Pages of the domain or index.
---@field linkingPages integer Of these, those that link to others in their text.
---@field namedPages integer Pages that the content names where links may be.
---@field linkedPages integer Of these, those that are linked now.
---@field threshold number What scores less is not linked.
---@field lowerThreshold? number A least score that would bring more links; nil when there is none worth a try.
---@field lowerLinks? integer How many more.
---@field leftOut table<string, integer> The other pages that are named, by the reason that tells most.
---@field note string All that in a sentence or two.

-- The rest of the interface -----------------------------------------------------------------------------------------

--=requests

--=answers

-- Errors ------------------------------------------------------------------------------------------------------------

--- What comes back as the second result. `tostring(err)` is a sentence with what helps to find the cause.
---@class copydesk.Error
---@field kind copydesk.ErrorKind
---@field message string What went wrong, a sentence.
---@field retryable boolean Would another attempt make sense?
---@field status? integer HTTP status of the answer.
---@field code? string A stable word, from the service (`invalid_parameters`) or the client (`too_large`).
---@field param? string The first parameter that is wrong: `articleLength`, `urls/0`.
---@field errors? copydesk.Fault[] Everything that is wrong with the request.
---@field retry_after? number Seconds that the server asks to wait.
---@field request_id? string What the server calls this request in its log.
---@field article? copydesk.Record The article's last record, from `wait`.

--- `http`: the service refused; `network`: it was not reached; `timeout`: the deadline passed; `failed`, `cancelled`: the
--- article was; `decode`: the answer makes no sense; `signature`: a webhook is not the service's; `memory`: none was left.
---@alias copydesk.ErrorKind "http"|"network"|"timeout"|"failed"|"cancelled"|"decode"|"signature"|"memory"

--- One of the things that are wrong with a request.
---@class copydesk.Fault
---@field detail string What is wrong and what is allowed, a sentence.
---@field pointer string JSON Pointer (RFC 6901).

-- Loops -------------------------------------------------------------------------------------------------------------

---@alias copydesk.LoopName "auto"|"nginx"|"cqueues"|"luv"|"copas"|"love"

--- A loop of one's own: both suspend the running coroutine.
---@class copydesk.Loop
---@field wait fun(fd: integer, timeout?: number) Returns when the descriptor is readable, or after as many seconds.
---@field sleep fun(seconds: number)

-- Hooks -------------------------------------------------------------------------------------------------------------

--- A request as it goes over the wire.
---@class copydesk.TransportRequest
---@field method string
---@field url string
---@field headers table<string, string> With lower-case names. The key is among them.
---@field body? string

--- An answer. `nil, message` instead is a fault of the network.
---@class copydesk.TransportResponse
---@field status integer
---@field headers? table<string, string>
---@field body? string

--- An attempt that ended. `tostring` makes a line of it.
---@class copydesk.LogEvent
---@field method string
---@field url string
---@field attempt integer 1 for the first.
---@field status? integer HTTP status; nil when no answer came.
---@field message? string What went wrong.
---@field request_id? string
---@field seconds number How long it took.
---@field sent integer Bytes of the body sent.
---@field received integer Bytes of the body received.
---@field retry_in? number Seconds until the next attempt, when there is one.

-- Webhooks ----------------------------------------------------------------------------------------------------------

--- A record that has just become final.
---@class copydesk.Event: copydesk.Record
---@field type "article.finished"|"article.failed"
---@field timestamp string|integer When.

--- Receiving what the service sends.
---@class copydesk.webhook
local webhook = {}

--- Is this a request of the service, as it was sent, and recent? Standard Webhooks 1.0.
---@param secret string|string[] `whsec_...`; a list while a secret rotates.
---@param headers table<string, string|string[]> In any letter case.
---@param body string The bytes of the request's body.
---@param tolerance? number Seconds by which the request's time may differ from ours. Default: 300.
---@return copydesk.Event? event The decoded body.
---@return copydesk.Error err
function webhook.verify(secret, headers, body, tolerance) end

-- The linking engine ------------------------------------------------------------------------------------------------

--- The linking engine by itself: no service, no network, no database.
---@class copydesk.linker
---@field _VERSION string
local linker = {}

--- Builds an index and opens it. What `pages` or `progress` throws is thrown on.
---@param options copydesk.linker.BuildOptions
---@return copydesk.linker.Index? index
---@return string message
function linker.build(options) end

--- Opens an index; instant, and shared between processes.
---@param path string
---@return copydesk.linker.Index? index
---@return string message
function linker.open(path) end

--- What `link` takes, as data: for forms, checks, manuals.
---@return copydesk.linker.Description
function linker.describe() end

--- A text of letters, digits and hyphens that changes when another file takes the place of this one: open it anew then.
---@param path string
---@return string? version
---@return string message
function linker.version(path) end

--- What `build` takes.
---@class copydesk.linker.BuildOptions
---@field path string The file that becomes the index.
---@field pages fun(): copydesk.linker.Page? Gives the site's pages one by one, nil at the end.
---@field progress? copydesk.linker.Progress Told now and then how far it has come, as `progress(step, done, total)`; false calls the build off.
---@field learn? boolean `false`: the site's own links teach nothing, which is faster and finds fewer. Default: `true`.

--- Pages done of all in a step, of which `read` is the first and `write` the last; how many is nil while they are read.
---@alias copydesk.linker.Progress fun(step: string, done: integer, total?: integer): boolean?

--- A page of the site.
---@class copydesk.linker.Page
---@field url string Where it is; a path will do.
---@field title? string As plain text. Default: that of the document's `<title>`.
---@field html? string The whole page, of which the first 250,000 words are read.
---@field language? string English name or BCP 47 tag. Default: that of the document's `<html lang>`.
---@field status? integer This is no page, but an address that gave this HTTP status, 0: unknown. Reports use it.
---@field leads_to? string This is no page, but an address that leads to this URL. Reports use it.

--- An index. `#index` is its number of pages.
---@class copydesk.linker.Index
---@operator len: integer
local Index = {}

--- Puts links into content.
---@param content string
---@param options? copydesk.linker.LinkOptions
---@return copydesk.linker.Result? result
---@return string message
function Index:link(content, options) end

--- Makes a filter for content that comes in pieces and goes on in pieces, such as nginx's body filter has it.
---@param options? copydesk.linker.FilterOptions
---@return copydesk.linker.Filter
function Index:filter(options) end

--- How the pages link to each other.
---@param options? copydesk.linker.ReportOptions
---@return copydesk.DomainReport|string|nil report Without `domainId`; the text of a page with `format = "html"`.
---@return string message
function Index:report(options) end

--- Number of pages.
---@return integer
function Index:pages() end

--- Compares the whole file with its checksums; opening it checks its header and every offset that is followed.
---@return true? ok
---@return string message
function Index:verify() end

--- Closes it, as the garbage collector does too. Closing twice is allowed.
function Index:close() end

--=linkoptions

--- What `filter` takes: the options of `link`, and a bound.
---@class copydesk.linker.FilterOptions: copydesk.linker.LinkOptions
---@field max_bytes? integer Most bytes that are held back until links are chosen, 1 to 67108864. Default: 524288.

--- Links in content that comes in pieces. Links are chosen among the first 2,500 words: until those have come, or
--- max_bytes, or the end, the pieces are held back. When linking fails, all of them go on as they came.
---@class copydesk.linker.Filter
local Filter = {}

--- Takes the next piece of the content.
---@param chunk string
---@return string out What is to be sent on now, often "".
---@return string? message Why there are no links, once.
function Filter:write(chunk) end

--- Ends the content.
---@return string out The rest.
---@return string? message
function Filter:finish() end

--- Links made so far.
---@return integer
function Filter:links() end

--- What `report` takes.
---@class copydesk.linker.ReportOptions
---@field format? "table"|"html" Default: `table`.
---@field limit? integer 1 to 10000: entries of each list. Default: 100.
---@field weak_below? integer 1 to 1000: a page to which fewer pages link in running text is weak. Default: 3.
---@field nodes? integer 1 to 100000: pages in the graph. Default: 300.
---@field entry? string URL of the page where readers come in. Default: the root of the site.
---@field title? string What the site is called, for `html`.

--- What `link` gives.
---@class copydesk.linker.Result
---@field content string The content with its links; every other byte is as it was.
---@field links copydesk.Link[]
---@field wordsAnalyzed integer
---@field model? integer With `explain`: the number of the model that scores were made by.
---@field candidates? copydesk.LinkCandidate[] With `explain`: what could have been linked and was not, the best first, at most 100.
---@field summary? copydesk.LinkSummary With `explain`.

--- What `describe` gives.
---@class copydesk.linker.Description
---@field options copydesk.linker.Option[]

--- An option of `link`.
---@class copydesk.linker.Option
---@field name string
---@field wireName string Its name in requests to the service.
---@field type "string"|"integer"|"number"|"boolean"|"array of string"
---@field summary string
---@field minimum? number
---@field maximum? number Of a number; characters of a string; entries of an array.
---@field default? string|number|boolean
---@field allowed? string[]

-- The service -------------------------------------------------------------------------------------------------------

--- The whole service, inside this process.
---@class copydesk.service
local service = {}

--- This program's part in the service on a data folder, which one of the programs there runs for all. Starts nothing.
---@param config? copydesk.service.Options
---@return copydesk.service.Server? server
---@return copydesk.service.Error err What is wrong with the configuration.
function service.new(config) end

--- The same, attached: a service answers.
---@param config? copydesk.service.Options
---@return copydesk.service.Server? server
---@return copydesk.service.Error err
function service.start(config) end

--- Runs the service in this process, for others. A program that runs it for itself on the same folder gives it up.
---@param config? copydesk.service.Options
---@return copydesk.service.Server? server
---@return copydesk.service.Error err `conflict`: another process does so already.
function service.serve(config) end

--- The listening socket that a service manager passed to this process, to be given as `listen`; nil without one.
---@return string? listen `fd:3`
---@return copydesk.service.Error err
function service.passed_listener() end

--- Where a listening socket that this process was started with listens.
---@param descriptor integer
---@return string? address Numeric, without a port.
---@return copydesk.service.Error err
function service.listener_host(descriptor) end

--- Tells the service manager how this process is doing, if one asks for it (`NOTIFY_SOCKET`).
---@param state string Lines such as `READY=1`.
---@return boolean? told
---@return copydesk.service.Error err
function service.notify(state) end

--- What the service accepts and answers, as lists of tables with `name`, `type`, `summary` and more.
---@return { parameters: table[], polish: table[], requests: table[], answers: table[], routes: table[], problems: table[] }
function service.describe() end

--- Saves the data folder that the configuration names, also while a service runs on it.
---@param config? copydesk.service.Options
---@param target string The name of the backup, a new folder; in a folder that is there it is named by the time.
---@return copydesk.service.BackupReport? report
---@return copydesk.service.Error err
function service.backup(config, target) end

--- Puts a backup into the data folder that the configuration names, all of it or nothing. No service may run on it.
---@param config? copydesk.service.Options
---@param backup string
---@param force? boolean Also into a folder that holds data, which is moved aside in it.
---@return copydesk.service.BackupReport? report
---@return copydesk.service.Error err
function service.restore(config, backup, force) end

--- Moves everything of a data folder into an empty PostgreSQL database. No service may run on the folder, and none starts
--- on it afterwards. A move that was broken off goes on where it was.
---@param folder string
---@param database string Its address, such as `postgresql://user@host/name`.
---@param again? boolean Empties what another move has copied there, and begins anew.
---@param progress? fun(phase: "copy"|"compare", table: string, rows: integer, of_rows: integer, bytes: integer) What it throws ends the move, and is thrown on.
---@return copydesk.service.MoveReport? report
---@return copydesk.service.Error err
function service.move(folder, database, again, progress) end

--- Looks whether a service can do its work with a configuration. Changes nothing.
---@param config? copydesk.service.Options
---@param problem? string Why the configuration could not be read: then it is not looked at.
---@return copydesk.service.Finding[]? findings
---@return copydesk.service.Error err The table is none that JSON can hold.
function service.doctor(config, problem) end

--- From now on SIGHUP is for `server:wait()`, instead of ending the process.
function service.take_hangup() end

--- From now on the service takes its full share of the processor: this process has nothing to do but wait for it.
function service.keep_priority() end

--- While they are kept, SIGTERM and SIGINT wait for `server:wait()`, instead of ending the process.
---@param kept boolean
function service.keep_end(kept) end

--- Writes a line to the log of the service, in the form and down to the level that it is configured for.
---@param level "error"|"warn"
---@param message string
function service.log(level, message) end

--- What was saved or restored.
---@class copydesk.service.BackupReport
---@field path string Of the backup.
---@field folder string The data folder.
---@field aside? string Where the files are that were in the data folder before.
---@field secretKey? string A key file that is in no backup, since the configuration keeps it elsewhere.
---@field version string Of the copydesk that made the backup.
---@field schema integer Version of the database's schema.
---@field createdAt integer Unix milliseconds.
---@field files integer
---@field bytes integer Of all files.

--- What was moved.
---@class copydesk.service.MoveReport
---@field database string Its address, without a password.
---@field rows integer Of all tables; they are the same in both databases.
---@field bytes integer Of these rows.
---@field copied integer Rows that this run has copied.
---@field resumed boolean Was an earlier move gone on with?
---@field copyMs integer Milliseconds.
---@field compareMs integer
---@field sealed integer Integrations with secrets, which need the key file.
---@field files string[] Of the folder, which every node needs in its own: keys.
---@field tables { name: string, rows: integer, bytes: integer, sha256: string }[]

--- What the doctor found.
---@class copydesk.service.Finding
---@field check string What was looked at.
---@field level "ok"|"warning"|"fault"
---@field found string
---@field advice? string What to do.

--- A program's part in a service.
---@class copydesk.service.Server
---@field address? string The data folder's socket, as `base_url`: there no key is needed. All fields are nil once stopped.
---@field url? string For HTTP clients on this machine; nil while no service runs.
---@field key? string The first API key; nil while no service runs.
---@field library? string The folder that this program's articles may draw from, in full.
---@field shared? boolean Does another process run the service?
local Server = {}

--- Sees to it that this process takes part; in a forked child anew. Clients of an embedded service call it by themselves.
---@return true? attached
---@return copydesk.service.Error err
function Server:attach() end

--- Blocks until SIGINT or SIGTERM, or SIGHUP after `service.take_hangup()`, and says which.
---@return "SIGINT"|"SIGTERM"|"SIGHUP"? signal
---@return copydesk.service.Error err
function Server:wait() end

--- Goes on with another configuration, also while articles are written: those under way may end within `stop_seconds`,
--- the others go on afterwards. Callers wait meanwhile. Of a service that `service.serve` runs. A configuration that is
--- wrong changes nothing.
---@param config? copydesk.service.Options
---@return boolean? done
---@return copydesk.service.Error err
function Server:reload(config) end

--- Takes on no more articles, and waits until those under way have ended, for `stop_seconds` at most. On a database that
--- other nodes use, new connections are refused from now on, and those that there are end as well.
function Server:drain() end

--- Ends this program's part: what it runs, another program on the folder goes on with. Stopping twice is allowed.
function Server:stop() end

--- Why it could not be started.
---@class copydesk.service.Error
---@field kind "invalid"|"conflict"|"io"|"memory"|"not_found"|"corrupt"|"service"
---@field message string
---@field code? string A word for programs: `in_use`, `not_empty`, `disk_full`, `newer_schema` and others.

--=configuration Options

--- Who writes: the built-in writer, or a language model behind a server.
---@class copydesk.service.Model
---@field api "builtin"|"openai"|"anthropic" How the server is asked; `builtin` has no other member.
---@field base_url? string Address of the server: `"http://127.0.0.1:8000/v1"`.
---@field model? string Name of the model at the server.
---@field api_key? string Key for the server.
---@field api_key_env? string Environment variable that holds the key.
---@field context? integer Tokens that the server really has for one question, prompt and answer together. Default: 32768.
---@field max_output? integer Tokens of one answer. Default: 4096.
---@field seconds? integer Time for one question, with its retries. Default: 120.
---@field parallel? integer Questions at once, over all articles. Default: 8.
---@field article_tokens? integer Tokens that one article may use at most. Default: 400000.
---@field structured? "schema"|"prompt" `prompt`: for servers that cannot hold an answer to a JSON schema. Default: `schema`.
---@field effort? "plain"|"full" `plain`: fewer and smaller questions. Default: `plain` below a context of 16384, else `full`.
---@field input_price? number Price of a million tokens that are sent, which `copydesk explain` adds up.
---@field output_price? number The same for those that are answered.
---@field fallback? "builtin"|"none" Who writes an article of which half cannot be used: the built-in writer, from the sources, with a note; or nobody: it fails with `model_unusable` and costs nothing. Default: `builtin`.

--- A file of products, or a service that knows those of a marketplace.
---@class copydesk.service.Products
---@field api "file"|"rainforest"|"catalog" Which of them it is.
---@field path? string The file.
---@field base_url? string Address of the service.
---@field domain? string The store that is asked where the request names none: `"amazon.de"`. Default: `amazon.com`.
---@field api_key? string Key for `rainforest`.
---@field api_key_env? string Environment variable that holds the key.
---@field token_url? string Where `catalog` gets its tokens.
---@field client_id? string Credentials for `catalog`.
---@field client_secret? string The secret that belongs to it.
---@field client_secret_env? string Environment variable that holds the secret.
---@field scope? string What the token of `catalog` is for: `"creatorsapi::default"`.
---@field version? string Version of the credentials of `catalog`, where they have one: `"2.1"`.
---@field partner_tag? string The partner as whom `catalog` is asked.
---@field pause_ms? integer Least time between two requests to `catalog`, up to 60000. Default: 1000.
---@field seconds? integer Time for one question, with its retries. Default: 90.
---@field parallel? integer Questions at once. Default: 4.

--- A file of places, or the data of OpenStreetMap.
---@class copydesk.service.Places
---@field api "file"|"overpass" Which of them it is.
---@field path? string The file.
---@field nominatim? string Address of the Nominatim that says where a city is. None is built in.
---@field overpass? string Address of the Overpass API that says what is in it. None is built in.
---@field email? string Who asks, as the usage policies want it said.
---@field user_agent? string The same, as the whole header User-Agent.

--- A folder of films, or an instance of Invidious.
---@class copydesk.service.Videos
---@field api "folder"|"invidious" Which of them it is.
---@field path? string The folder.
---@field base_url? string Address of the instance.
---@field region? string Country for which films are looked up: `"DE"`. Default: the instance's own.
---@field seconds? integer Time for one question, with its retries. Default: 30.
---@field parallel? integer Questions at once. Default: 4.

--- A service that makes pictures or finds them, or a folder of them.
---@class copydesk.service.Images
---@field api "openai"|"automatic1111"|"openverse"|"folder" Which of them it is.
---@field base_url? string Address of the service; for `openverse` the public one by default.
---@field path? string The folder.
---@field api_key? string Key for `openai`.
---@field api_key_env? string Environment variable that holds the key.
---@field model? string Name of the model at the service, for `openai` and `automatic1111`.
---@field quality? string Quality for `openai`. Default: by the request's `imageModel`.
---@field sizes? string[] Sizes that the model makes: `"1024x1024"`. Default: by a table of known models.
---@field steps? integer Steps for `automatic1111`, 1 to 150. Default: 25.
---@field negative_prompt? string What pictures of `automatic1111` must not show.
---@field user? string Name for `automatic1111`, where it asks for one.
---@field password? string Password for `automatic1111`.
---@field client_id? string Credentials for `openverse`, which allow more questions.
---@field client_secret? string The secret that belongs to it.
---@field seconds? integer Time for one question, with its retries. Default: 180 where pictures are made, else 30.
---@field parallel? integer Questions at once. Default: 4, for `openverse` 2, for `automatic1111` 1.

--=configuration Limits

--- A service that finds pages. What it needs beside `api` is in the manual, under Searching.
---@class copydesk.service.Search
---@field api "searxng"|"brave"|"serper"|"tavily"|"folder"|"rss"|"gdelt"|"openalex"|"crossref"|"arxiv"|"semanticscholar"
---@field base_url? string Another address than the service's own; `searxng` has none.
---@field api_key? string For `brave`, `serper`, `tavily`, `openalex`; may be given for `semanticscholar`.
---@field api_key_env? string The variable of the environment that holds it.
---@field path? string Folder of documents, for `folder`.
---@field feeds? string[] Addresses, for `rss`.
---@field mailto? string How its operators reach you, for `crossref`.
---@field seconds? integer For one question with all its tries. Default: 30; for each of `feeds` 15.
---@field parallel? integer Requests at once.

--=configuration Account

--=configuration Plan
