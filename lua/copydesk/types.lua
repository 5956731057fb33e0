---@meta copydesk.types
--- Types for editors: LuaLS annotations of everything that copydesk offers to a program.
--
-- An `err` is nil where the first result is not. It is not marked so, for editors do not see that one excludes the
-- other and would ask for a second check.
-- luacheck: ignore

-- Made by `make types` from spec/types/annotations.lua and the tables of the code: change those.

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

--- Queues an article.
---@param request copydesk.CreateRequest|string The parameters, or the keyword alone.
---@param options? copydesk.SendOptions
---@return copydesk.Job? job
---@return copydesk.Error err
function copydesk.create(request, options) end

--- The article's record now.
---@param job copydesk.Job|copydesk.Record|string What `create` gave, or an article's id.
---@param options? copydesk.CallOptions
---@return copydesk.Record? record
---@return copydesk.Error err
function copydesk.status(job, options) end

--- Waits until the article is finished. One that failed or was cancelled is an error with the record as its `article`.
---@param job copydesk.Job|copydesk.Record|string What `create` gave, or an article's id.
---@param options? copydesk.WaitOptions
---@return copydesk.FinishedRecord? record
---@return copydesk.Error err
function copydesk.wait(job, options) end

--- Puts links to the pages of a domain into content. `tostring` of the result is the content.
---@param request copydesk.LinkRequest
---@param options? copydesk.SendOptions
---@return copydesk.LinkedContent? linked
---@return copydesk.Error err
function copydesk.link(request, options) end

--- The rest of the interface: domains, brands, lists, keys, account.
---@param method string `"GET"`, `"POST"`, `"PATCH"`, `"DELETE"`
---@param path string Such as `"/api/domains"`, encoded, joined to the base URL.
---@param body? any Sent as JSON.
---@param options? copydesk.RequestOptions
---@return any answer Decoded JSON; text when it is none or `raw` is set; true when there is none; nil when the call failed.
---@return integer|copydesk.Error status
function copydesk.request(method, path, body, options) end

--- Writes many articles at once, over one pool of connections. One that fails does not stop the others.
---@param list (copydesk.CreateRequest|string)[]|fun(): (copydesk.CreateRequest|string)? Requests, or keywords.
---@param options? copydesk.WriteAllOptions
---@return copydesk.BatchResult[]? results In the order of the list; empty with on_article.
---@return copydesk.Error err
function copydesk.write_all(list, options) end

--- Waits for many articles: `for record, err in desk:as_finished(ids) do`. A failed one gives false and its error.
---@param ids (copydesk.Job|copydesk.Record|string)[]|fun(): (copydesk.Job|copydesk.Record|string)?
---@param options? copydesk.AsFinishedOptions
---@return fun(): (copydesk.FinishedRecord|false)?, copydesk.Error
function copydesk.as_finished(ids, options) end

--- The Markdown of a finished article, of the polished text where there is one; kept as `article.output.markdown`.
---@param article copydesk.Record|string A record, or an id.
---@return string? markdown
---@return copydesk.Error err
function copydesk.markdown(article) end

--- What `copydesk.new` takes.
---@class copydesk.Options
---@field base_url? string Address of the service: `http://`, `https://` or `unix:/path/to.sock`. Default: `COPYDESK_BASE_URL`; without that too the service runs inside this process.
---@field api_key? string Sent as a bearer token. Default: `COPYDESK_API_KEY`.
---@field loop? copydesk.LoopName|copydesk.Loop The event loop in whose coroutines calls yield. Default: `auto`, which yields in nginx wherever the phase may, and blocks everywhere else.
---@field timeout? number Seconds that a call may take with all its attempts, waits and name lookups. Default: 60.
---@field retries? integer Further attempts after one that failed for a passing reason. Default: 2.
---@field proxy? string URL of a proxy; an empty string: none. Default: what the environment names.
---@field ca_file? string PEM file of the authorities to trust, instead of the system's.
---@field client_cert? string PEM file of the client's own certificate.
---@field client_key? string PEM file of its private key.
---@field user_agent? string Default: `copydesk/` and the version.
---@field headers? table<string, string> Further headers of every request, by name.
---@field transport? fun(request: copydesk.TransportRequest): copydesk.TransportResponse?, string? Answers every request instead of the network, for tests. May not yield.
---@field log? fun(event: copydesk.LogEvent) Hears of every attempt that ended, for example `print`. The key is never in it. May not yield.
---@field service? copydesk.service.Options Configuration of the service inside this process. Excludes `base_url`.

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

--- What `create` takes: the parameters of an article.
---@class copydesk.CreateRequest
---@field targetKeyword string Main keyword; stands in the title as it is spelled here, and with a language model in the introduction. At most 300 characters. Required. For every article type.
---@field articleType? copydesk.ArticleType Default: `blog_post`. Shape of the article. For every article type.
---@field modelVersion? copydesk.ModelVersion Default: `alpha-6-luna`. Who writes: what the service has configured under this name. For every article type. For language models: no effect with the built-in writer.
---@field language? string Default: `English`. Language of the article: English name or BCP 47 tag. At most 100 characters. For every article type.
---@field pointOfView? copydesk.PointOfView Default: `third_person`. Grammatical person in which the article speaks. For every article type.
---@field toneOfVoiceProfile? string Default: `seo_optimized`. Style: seo_optimized (plain and exact, the answer first), automatic (made up for the article), custom (that of toneOfVoice), or a style in words of one's own, such as friendly. At most 300 characters. For every article type. For language models: no effect with the built-in writer.
---@field toneOfVoice? string Own description of the style. At most 8000 characters. Required with `toneOfVoiceProfile` = `custom`. For every article type. For language models: no effect with the built-in writer.
---@field title? string Title, used verbatim; generated when absent. At most 300 characters. For every article type.
---@field readabilityMode? copydesk.ReadabilityMode Default: `default`. 8th_grade: shorter sentences; simpler words with a language model. For every article type.
---@field integrationId? string Connected site or webhook that receives the finished article. At most 255 characters. For every article type.
---@field webhookUrl? string Deprecated: URL to which the status record is posted when the article is done. At most 2048 characters. For every article type.
---@field articleInstructions? string Instructions for outline and text. At most 8000 characters. For every article type. For language models: no effect with the built-in writer.
---@field brandId? string Brand whose voice and knowledge the article uses. At most 255 characters. For `blog_post`, `listicle`, `service_page`.
---@field brandMentionLevel? copydesk.BrandMentionLevel Default: `subtle`. How much the brand of brandId is named: where it fits, in a section of its own too, or not at all. For `blog_post`, `listicle`, `service_page`.
---@field realTimeData? boolean Default: `false`. Searches for current sources. For `blog_post`, `service_page`.
---@field enableDeepResearch? boolean Default: `false`. More searches and page reads. Only with `realTimeData` = `true`. For `blog_post`, `service_page`.
---@field extendedResearch? boolean Default: `false`. Dozens of searches and page reads, 1 to 5 minutes; needs a Professional plan. Only with `enableDeepResearch` = `true`. For `blog_post`, `service_page`.
---@field shouldCiteSources? boolean Default: `true`. Links each sentence from a source to that source. For `blog_post`, `listicle`, `service_page`.
---@field realTimeDataSource? copydesk.RealTimeDataSource Default: `web`. Where to search; custom: only urls. Only with `realTimeData` = `true`. For `blog_post`, `service_page`.
---@field realTimeDateRange? copydesk.RealTimeDateRange Default: empty. How old news may be; empty: any age. Only with `realTimeDataSource` = `news`. For `blog_post`, `service_page`.
---@field country? string Country to target: English name, ISO 3166 alpha-2 or alpha-3 code. At most 100 characters. For `blog_post`, `service_page`.
---@field urls? string[] Pages whose facts are used. At most 20 entries. For `blog_post`, `listicle`, `service_page`.
---@field includeFaq? boolean Default: `false`. Adds questions with answers. For `blog_post`.
---@field includeKeyTakeaways? boolean Default: `false`. Adds a list of key takeaways to the introduction. For `blog_post`.
---@field disableIntroduction? boolean Leaves the introduction out. For `blog_post`.
---@field includeConclusion? boolean Default: `true`. Ends with a short conclusion. For `blog_post`, `rewrite_blog_post`.
---@field disableConclusion? boolean Older form of `includeConclusion`, the other way round.
---@field articleLength? copydesk.ArticleLength Number of sections: shorter 2-3, short 3-5, medium 5-7, long 7-10, longer 10-12, custom: numberOfSections. For `blog_post`.
---@field numberOfSections? integer Number of sections with articleLength custom. 1 to 48. Only with `articleLength` = `custom`. For `blog_post`.
---@field outline? (copydesk.Section|string)[] Headings, used verbatim and in this order. At most 48 entries. For `blog_post`.
---@field extraOutlinePrompt? string Headings, one per line; an indented one stands below the one before. At most 8000 characters. For `blog_post`.
---@field seoOptimizationLevel? copydesk.SeoOptimizationLevel Default: `default`. Which terms the article must cover; manual: those of extraEntitiesPrompt, ai_powered: those that its sources share. For `blog_post`.
---@field extraEntitiesPrompt? string Terms to cover, comma-separated. At most 8000 characters. Only with `seoOptimizationLevel` = `manual`. For `blog_post`.
---@field internalLinkingDomainId? string Domain whose pages the article links to. At most 255 characters. For `blog_post`.
---@field extraTitlePrompt? string Prompt for the title. At most 8000 characters. For every article type. For language models: no effect with the built-in writer.
---@field extraSectionPrompt? string Prompt for each section. At most 8000 characters. For every article type. For language models: no effect with the built-in writer.
---@field extraIntroductionPrompt? string Prompt for the introduction. At most 8000 characters. For every article type. For language models: no effect with the built-in writer.
---@field multimediaOption? copydesk.MultimediaOption Default: `none`. Which media the sections get; auto: a video where one is about the section, else an image. For `blog_post`, `listicle`.
---@field imageStyle? copydesk.ImageStyle Default: `illustration`. Style of the images. For `blog_post`, `listicle`.
---@field imageModel? copydesk.ImageModel Default: `alpha-image-2-fast`. Model that makes the images; fast costs 50 words an image, medium 200, the others none. For `blog_post`, `listicle`.
---@field maxImages? integer Most images; absent: 6, in a listicle one for each item. 0 to 20. For `blog_post`, `listicle`.
---@field imageSize? copydesk.ImageSize Default: `1024x1024`. Size of the images in pixels, or a shape. For `blog_post`, `listicle`.
---@field maxVideos? integer Most videos; absent: 2, with auto 1. 0 to 10. For `blog_post`, `listicle`.
---@field autoPolish? boolean Default: `false`. Polishes the finished article. For every article type.
---@field polishSettings? copydesk.PolishSettings What polishing does. Only with `autoPolish` = `true`. For every article type.
---@field polishCustomInstructions? string Own instructions for polishing. At most 1024 characters. Only with `autoPolish` = `true`. For every article type. For language models: no effect with the built-in writer.
---@field includeCta? boolean Ends with a call to action. For `blog_post`, `listicle`, `service_page`.
---@field ctaPrompt? string Prompt for the call to action. At most 8000 characters. Only with `includeCta` = `true`. For `blog_post`, `listicle`, `service_page`. For language models: no effect with the built-in writer.
---@field enableSupplementalInformation? boolean Default: `true`. Adds one to three sections after the items. For `listicle`, `local_places_roundup`.
---@field enableAutomaticLength? boolean Default: `true`. Takes the number of items from the keyword. For `listicle`, `local_places_roundup`.
---@field numberOfItems? integer Default: `10`. Number of items without enableAutomaticLength. 1 to 50. Only with `enableAutomaticLength` = `false`. For `listicle`, `local_places_roundup`.
---@field extraListItemPrompt? string Prompt for each item. At most 8000 characters. For `listicle`, `local_places_roundup`. For language models: no effect with the built-in writer.
---@field marketDomain? string Store domain of the marketplace; its main US store when absent. One that it does not have is noted. At most 253 characters. For `market_product_roundup`.
---@field numMarketProducts? integer Default: `10`. Number of products. 1 to 48. For `market_product_roundup`.
---@field enableFirstHandExperience? boolean Default: `true`. Tells what buyers experienced. For `market_product_roundup`.
---@field marketAssociatesId? string Affiliate identifier for the links. At most 255 characters. For `market_product_roundup`.
---@field marketProductSearchUrl? string Search page whose products are used, in its order. At most 2048 characters. For `market_product_roundup`.
---@field videoSiteVideoUrl? string Video that the article follows. At most 2048 characters. Required. For `video_site_video`.
---@field articleUrl? string Article to rewrite. At most 2048 characters. Required. For `rewrite_blog_post`.
---@field rewriteAllSourceData? boolean Covers every section and fact of the source. For `video_site_video`, `rewrite_blog_post`.
---@field asin? string Identification number of the product in the marketplace. At most 255 characters. Required. For `market_single_product_review`.
---@field enableCondensedMode? boolean A shorter review. For `market_single_product_review`.

---@alias copydesk.ArticleType "blog_post"|"listicle"|"service_page"|"market_product_roundup"|"video_site_video"|"rewrite_blog_post"|"market_single_product_review"|"local_places_roundup"
---@alias copydesk.ModelVersion "alpha-6-luna"|"beta-sonnet-5"|"alpha-6-sol"|"beta-opus-5-5"
---@alias copydesk.PointOfView "third_person"|"first_person_singular"|"first_person_plural"|"second_person"
---@alias copydesk.ReadabilityMode "default"|"8th_grade"
---@alias copydesk.BrandMentionLevel "subtle"|"prominent"|"none"
---@alias copydesk.RealTimeDataSource "web"|"auto"|"scholarly"|"news"|"custom"
---@alias copydesk.RealTimeDateRange ""|"past_hour"|"past_day"|"past_week"|"past_month"|"past_year"
---@alias copydesk.ArticleLength "default"|"custom"|"short"|"shorter"|"medium"|"long"|"longer"
---@alias copydesk.SeoOptimizationLevel "default"|"manual"|"ai_powered"
---@alias copydesk.MultimediaOption "none"|"auto"|"images"|"videos"
---@alias copydesk.ImageStyle "illustration"|"photo"|"watercolor"|"fantasy"|"anime"|"isometric"
---@alias copydesk.ImageModel "alpha-image-2-fast"|"alpha-image-2-medium"|"gamma-3.0-turbo"|"delta-2"
---@alias copydesk.ImageSize "1024x1024"|"1536x1024"|"1024x1536"|"1792x1008"|"1008x1792"|"1:1"|"16:9"|"9:16"|"square"|"landscape"|"portrait"

--- What polishing does.
---@class copydesk.PolishSettings
---@field ["split-up-long-paragraphs"]? boolean Splits paragraphs of more than four sentences. Default: `true`.
---@field ["remove-mid-article-conclusions"]? boolean Removes paragraphs that sum up before the end. Default: `true`.
---@field ["remove-repetitive-sentences"]? boolean Removes sentences that say what an earlier one said. Default: `true`.
---@field ["convert-passive-voice"]? boolean Turns passive sentences into active ones; takes a language model. Default: `false`.
---@field ["simplify-complex-sentences"]? boolean Shortens long sentences; the built-in writer cuts those it need not reword. Default: `false`.
---@field humanize? boolean Removes stock phrases; takes a language model. Default: `false`.

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

--- The status record of an article.
---@class copydesk.Record
---@field articleId string Identifier of the article.
---@field status "queued"|"processing"|"finished"|"failed" Where it stands; the last two are final.
---@field statusDetail string The same for people to read.
---@field progress number From 0 to 1; never falls.
---@field error? string Why it failed, a sentence.
---@field errorCode? string Why it failed, a stable word, such as `cancelled` or `no_sources`.
---@field createdAt integer When it was queued, in milliseconds since 1970.
---@field updatedAt integer When it changed last, in milliseconds since 1970.
---@field title? string Title, once there is one.
---@field slug? string The title as a part of a URL.
---@field metaDescription? string A sentence or two for search results.
---@field wordsCharged integer Words that the account was charged for.
---@field sources copydesk.Source[] Pages and documents that the article cites.
---@field notes string[] What was asked for and could not be done.
---@field config copydesk.CreateRequest The request as it was understood: with defaults, without what does not apply.
---@field seo? copydesk.Seo The terms of the pages found, and how well the text covers them; with `ai_powered` alone.
---@field output? copydesk.Output The article's text, once it is finished.

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

--- Puts links to the pages of a domain into content.
---@class copydesk.LinkRequest
---@field content string The first 2,500 words are looked at, the rest is given back as it is.
---@field domainId string The domain to whose pages it links. At most 255 characters.
---@field format "html"|"markdown"|"json" What the content is, and the form of the answer; `json`: HTML, with the list of links.
---@field url? string The content's own page, which is never linked to. At most 2000 characters.
---@field language? string Language of the content, by its English name or BCP 47 tag; absent: that of its page, else of the site. At most 60 characters.
---@field density? "few"|"usual"|"many" How many links: `few`, as seldom as the site's authors make them; `usual`, and in a text that is new to the site every name of a page that is sure; `many`, every sure name once and likely ones too. Default: `usual`.
---@field maxLinks? integer Most links to pages of the site, those included that the content has already. 1 to 50. Default: `50`.
---@field minScore? number Links with a lower score are left out; absent: by the engine's own measure. 0 to 1.
---@field minSpacing? integer Least number of words and signs between two links of a paragraph. 0 to 500.
---@field maxPerParagraph? integer Most links in a paragraph, a list item or a cell of a table. 1 to 50. Default: `50`.
---@field maxPerSentence? integer Most links in a sentence. 1 to 50. Default: `12`.
---@field skipWords? integer So many words at the start get no link. 0 to 2500.
---@field excludeTags? string[] Elements in which no link is made, besides links, headings, code and the like: `blockquote`, `table`. At most 100 entries.
---@field excludeClasses? string[] Elements with one of these classes get no link. At most 100 entries.
---@field excludeUrls? string[] Pages that are never linked to. At most 1000 entries.
---@field allowUrls? string[] Only these pages are linked to: an address, a path, or the beginning of one with `*` behind it. At most 1000 entries.
---@field denyUrls? string[] These pages, written in the same ways, are never linked to. At most 1000 entries.
---@field priorityUrls? string[] The odds of a link to these pages, written in the same ways, are multiplied by e (2.718). At most 1000 entries.
---@field sameLanguage? boolean Only pages of the content's language are linked to, and those of which none is known.
---@field allowAnchors? string[] Only these phrases become links, in any letter case. At most 1000 entries.
---@field denyAnchors? string[] These phrases never become links, in any letter case. At most 1000 entries.
---@field maxAnchorShare? number Most of the links of the site to a page, as a share, that may have the same text. 0 to 1.
---@field orphanBoost? number The odds of a link to a page that n others link to are multiplied by e to the power of this / (1 + n). 0 to 5.
---@field rel? string The attribute `rel` of the links: `nofollow`. In HTML alone. At most 200 characters.
---@field target? string The attribute `target` of the links: `_blank`. In HTML alone. At most 60 characters.
---@field class? string The attribute `class` of the links. In HTML alone. At most 200 characters.
---@field title? boolean Gives each link the title of its page, as the attribute `title`.
---@field explain? boolean Gives with each link the text around it and what its score was made from; besides, what was not linked and why, and a summary.

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

--- Lists articles, newest first.
---@class copydesk.ArticleList
---@field status? "queued"|"processing"|"finished"|"failed" Only articles that stand so.
---@field q? string Only articles whose keyword or title contains this, in upper or lower case. A page may then have fewer than its limit, or none, and yet have nextCursor: the search goes on there. At most 200 characters.
---@field limit? integer Most articles of a page. 1 to 100. Default: `20`.
---@field cursor? string Where the page begins: `nextCursor` of the page before.

--- Sends a finished article to an integration.
---@class copydesk.DeliverRequest
---@field integrationId string Integration that receives the article. At most 255 characters.

--- Lists deliveries, newest first.
---@class copydesk.DeliveryList
---@field limit? integer Most deliveries of a page. 1 to 100. Default: `20`.
---@field cursor? string Where the page begins: `nextCursor` of the page before.

--- Makes a domain: a site to whose pages content is linked. With an address its pages are read at once.
---@class copydesk.DomainRequest
---@field name string What people call it. At most 200 characters.
---@field startUrl? string Page from which the site is read by following its links. At most 2000 characters.
---@field sitemapUrl? string Sitemap that lists the pages to read. At most 2000 characters.

--- Changes a domain: what is absent stays, null removes an address.
---@class copydesk.DomainChange
---@field name? string What people call it. At most 200 characters.
---@field startUrl? string Page from which the site is read by following its links. At most 2000 characters.
---@field sitemapUrl? string Sitemap that lists the pages to read. At most 2000 characters.

--- A page of a domain.
---@class copydesk.Page
---@field url string Where it is; a page that is known by it is replaced. At most 2000 characters.
---@field title? string Its title. At most 1000 characters.
---@field html? string The whole page: what is linked to it follows from its title, headings, text and links.
---@field language? string English name or BCP 47 tag. At most 100 characters.

--- Adds pages to a domain, or replaces them.
---@class copydesk.PagesRequest
---@field pages copydesk.Page[] The pages; a site that has more sends several requests. At most 1000 entries.

--- Lists the stored pages of a domain by their addresses.
---@class copydesk.DomainPageList
---@field limit? integer Most addresses of a page. 1 to 1000. Default: `100`.
---@field cursor? string Where the page begins: `nextCursor` of the page before. At most 2100 characters.

--- Looks at how the stored pages of a domain link to each other.
---@class copydesk.DomainReportRequest
---@field limit? integer How many entries each list has at most. 1 to 1000. Default: `100`.
---@field weakBelow? integer A page to which fewer pages link in running text is weak. 1 to 1000. Default: `3`.
---@field nodes? integer How many pages the graph has at most. 1 to 1000. Default: `300`.
---@field format? "json"|"html" `json`, or `html`: a page for a browser, with a drawing of the links.

--- Lists brands, oldest first.
---@class copydesk.BrandList
---@field limit? integer Most brands of a page. 1 to 100. Default: `20`.
---@field cursor? string Where the page begins: `nextCursor` of the page before.

--- A link that a brand offers.
---@class copydesk.BrandLink
---@field text string What the link says. At most 20000 characters.
---@field url string Where it leads. At most 2000 characters.

--- Makes a brand: whom articles are written for.
---@class copydesk.BrandRequest
---@field name string Its name, as articles write it. At most 120 characters.
---@field url? string Its site. At most 2000 characters.
---@field description? string What it is and does. At most 20000 characters.
---@field voice? string How it speaks. At most 20000 characters.
---@field knowledge? string Facts of its own that articles may use. At most 20000 characters.
---@field audience? string Whom it speaks to. At most 20000 characters.
---@field avoid? string[] Words and claims that it does not use. At most 200 entries.
---@field links? copydesk.BrandLink[] Links that it offers. At most 100 entries.

--- Changes a brand: what is absent stays, null removes it.
---@class copydesk.BrandChange
---@field name? string Its name, as articles write it. At most 120 characters.
---@field url? string Its site. At most 2000 characters.
---@field description? string What it is and does. At most 20000 characters.
---@field voice? string How it speaks. At most 20000 characters.
---@field knowledge? string Facts of its own that articles may use. At most 20000 characters.
---@field audience? string Whom it speaks to. At most 20000 characters.
---@field avoid? string[] Words and claims that it does not use. At most 200 entries.
---@field links? copydesk.BrandLink[] Links that it offers. At most 100 entries.

--- Lists integrations, oldest first.
---@class copydesk.IntegrationList
---@field limit? integer Most integrations of a page. 1 to 100. Default: `20`.
---@field cursor? string Where the page begins: `nextCursor` of the page before.

--- Connects a site or a webhook to which articles go.
---@class copydesk.IntegrationRequest
---@field kind "webhook"|"wordpress"|"ghost"|"shopify"|"webflow" What it goes to.
---@field name string What people call it. At most 120 characters.
---@field settings? table What it is connected with, by its kind.

--- Changes an integration, but not its kind: what is absent stays, but secrets are given again when its address gets another host. `state` is `active` or `disabled`.
---@class copydesk.IntegrationChange
---@field name? string What people call it. At most 120 characters.
---@field state? "active"|"disabled" Whether articles go there. Making it active again clears its problem.
---@field settings? table Settings that change; a secret that is left out or null stays as it is.

--- Lists what was used by day; days without any are left out.
---@class copydesk.UsageList
---@field from? string The first day, `YYYY-MM-DD` in UTC; absent: 29 days before the last.
---@field to? string The last day; absent: today.

--- Lists what the account was given and charged, newest first.
---@class copydesk.LedgerList
---@field limit? integer Most rows of a page. 1 to 100. Default: `20`.
---@field cursor? string Where the page begins: `nextCursor` of the page before.
---@field articleId? string Only what this article cost.

--- Makes a key of the account.
---@class copydesk.KeyRequest
---@field name? string What people call it. At most 100 characters.
---@field scopes? ("articles"|"links"|"manage")[] What it may be used for, within what the key that makes it may; with none named, all of that.
---@field expiresAt? integer When it stops working, in milliseconds since 1970; without it, never. 1 to 2.534023008e+14.
---@field expiresInDays? integer Days from now after which it stops working; without it, never. 1 to 3650.

--- Changes a key: what is absent stays, null takes away the end and the name.
---@class copydesk.KeyChange
---@field name? string What people call it. At most 100 characters.
---@field scopes? ("articles"|"links"|"manage")[] What it may be used for, within what the key that makes it may; with none named, all of that.
---@field expiresAt? integer When it stops working, in milliseconds since 1970; without it, never. 1 to 2.534023008e+14.
---@field expiresInDays? integer Days from now after which it stops working; without it, never. 1 to 3650.

--- Makes a key anew; the old one works a while longer.
---@class copydesk.KeyRotation
---@field graceSeconds? integer How long the old key goes on working. 0 to 2592000. Default: `86400`.

--- Lists accounts in the order of their names.
---@class copydesk.AccountList
---@field limit? integer Most accounts of a page. 1 to 1000. Default: `100`.
---@field cursor? string Where the page begins: `nextCursor` of the page before. At most 64 characters.

--- Adds an account, with a first key.
---@class copydesk.AccountRequest
---@field accountId string Its name, of a-z, 0-9, - and _; it stays so. At most 64 characters.
---@field plan? "free"|"starter"|"professional" Its plan; without it, professional.
---@field monthlyWords? integer Words by month; -1: unlimited; null: what the plan says. -1 to 1000000000000.
---@field monthlyCredits? integer Credits by month; -1: unlimited; null: what the plan says. -1 to 1000000000000.

--- Changes an account: what is absent stays.
---@class copydesk.AccountChange
---@field plan? "free"|"starter"|"professional" Its plan.
---@field state? "active"|"disabled" The keys of a disabled account do not work, and what it has in line waits.
---@field monthlyWords? integer Words by month; -1: unlimited; null: what the plan says. -1 to 1000000000000.
---@field monthlyCredits? integer Credits by month; -1: unlimited; null: what the plan says. -1 to 1000000000000.
---@field addWords? integer Words to give now; below 0: to take. -1000000000000 to 1000000000000.
---@field addCredits? integer Credits to give now; below 0: to take. -1000000000000 to 1000000000000.

--- Lists the models that the configuration names.
---@class copydesk.ModelList
---@field check? "true"|"false" `true`: asks each model whether it is there; for keys of the local account.

--- How an article came about.
---@class copydesk.Run
---@field steps copydesk.RunStep[] What was done, in the order in which it ended.
---@field calls copydesk.RunCall[] The calls to models, in the order in which they ended.
---@field sources copydesk.RunSource[] The sources that were looked at; empty until the article has ended.
---@field searches copydesk.RunSearch[] The searches for them, in the order in which they were asked; empty until then too.
---@field cost? number What the calls cost by the prices that the configuration names for the model now.

--- A step of an article.
---@class copydesk.RunStep
---@field name string What it made, such as `sources`, `outline` or `section-3`.
---@field startedAt integer When it began, in milliseconds since 1970.
---@field seconds number How long its pieces took, one after the other.
---@field calls integer Calls to models, failed ones included.
---@field inputTokens integer Tokens that models read.
---@field outputTokens integer Tokens that models wrote.

--- A call to a model.
---@class copydesk.RunCall
---@field step string What it was for: a step, or a piece of one, such as `section-3/verify`.
---@field model string Name of the model at its provider.
---@field seconds number How long it took.
---@field inputTokens integer Tokens that the model read.
---@field outputTokens integer Tokens that the model wrote.
---@field status string `done`, or why it failed.

--- A page or document that was looked at.
---@class copydesk.RunSource
---@field url? string Where it is; a document of the library may have none.
---@field title? string Its title, where it could be read.
---@field used boolean Does the article draw from it?
---@field why string Why it was used, or left out.

--- A search for sources.
---@class copydesk.RunSearch
---@field query string What was asked.
---@field source string Where: the entry of the configuration, and its `api`.
---@field results integer How many results could be used.
---@field seconds number How long it took.
---@field status string `done`, or why it failed.

--- An article on its way to a site or webhook.
---@class copydesk.Delivery
---@field deliveryId string Identifier of the delivery; the webhook-id of its requests.
---@field articleId string The article.
---@field articleTitle? string Its title, or its keyword while it has none; null: it has neither.
---@field integrationId? string Where it goes; null: to the webhookUrl of the article's request.
---@field integrationName? string What that is called.
---@field url string Where that is, without what may be secret in it.
---@field event string What it tells: `article.finished` or `article.failed`.
---@field state "pending"|"delivered"|"failed" How it stands.
---@field attempts integer Attempts that were begun.
---@field nextAttemptAt? integer When the next attempt is due, in milliseconds since 1970; null unless pending.
---@field lastStatus? integer HTTP status of the last answer; null: there was none.
---@field lastError? string Why the last attempt failed.
---@field remoteUrl? string Where the receiver shows it.
---@field createdAt integer When it was queued, in milliseconds since 1970.
---@field updatedAt integer When it changed last, in milliseconds since 1970.

--- A site to whose pages content is linked.
---@class copydesk.Domain
---@field domainId string Identifier of the domain.
---@field name string What people call it.
---@field startUrl? string Page from which it is read.
---@field sitemapUrl? string Sitemap by which it is read.
---@field status "empty"|"crawling"|"ready"|"failed" Where its pages stand; content can be linked once there are some.
---@field problem? string What went wrong, or was left out, when its pages were read.
---@field pageCount integer Pages that are known.
---@field createdAt integer When it was made, in milliseconds since 1970.
---@field updatedAt integer When it changed last, in milliseconds since 1970.

--- A stored page of a domain.
---@class copydesk.DomainPage
---@field url string Where it is.
---@field title string Its title; empty where it has none.
---@field language string Its language; empty where that is unknown.
---@field pushed boolean It was sent; a crawl does not remove it.
---@field bytes integer Size of its HTML.
---@field readAt integer When it was last sent or read, in milliseconds since 1970.

--- How the stored pages of a domain link to each other.
---@class copydesk.DomainReport
---@field domainId string Identifier of the domain.
---@field entry string The page where readers come in; null: there is none.
---@field pages integer Pages that were looked at.
---@field links integer Links between them, and those that are broken.
---@field linkPairs integer Pairs of pages of which one links to the other.
---@field linkingPages integer Pages that link to others in running text.
---@field note string The same in a sentence, and what it means for links that are made; null: there are no pages.
---@field orphanCount integer Pages to which no other one links in running text; the entry page is none.
---@field unlinkedCount integer Of these, those to which no list or navigation leads either.
---@field orphans copydesk.LinkedPage[] The least linked of them.
---@field weakBelow integer Inbound links in text from which on a page is not weak.
---@field weakPageCount integer Pages with fewer than that, but not without any.
---@field weakPages copydesk.LinkedPage[] The weakest of them.
---@field inbound copydesk.LinkedPage[] The pages that are linked least.
---@field topPages copydesk.LinkedPage[] The pages that are linked most.
---@field deadEndCount integer Pages that link to no other one.
---@field deadEnds copydesk.LinkedPage[] Those of them that are linked most.
---@field depths copydesk.LinkDepth[] Pages by their clicks from the entry page.
---@field deepPageCount integer Pages more than three clicks away.
---@field deepPages copydesk.LinkedPage[] The furthest of them.
---@field unreachableCount integer Pages to which no way leads from the entry.
---@field unreachable copydesk.LinkedPage[] The first of them.
---@field brokenLinkCount integer Links to addresses of the site that are none of its pages; one for each page and address.
---@field brokenLinks copydesk.BrokenLink[] The first of them.
---@field anchorCount integer Different things that links say of pages.
---@field anchors copydesk.Anchor[] The most frequent of them.
---@field sharedAnchorCount integer Texts that link to several pages in text.
---@field sharedAnchors copydesk.SharedAnchor[] Those of them with the most pages.
---@field unevenAnchorCount integer Pages of which links say too much the same, or too many different things.
---@field unevenAnchors copydesk.UnevenAnchors[] Those of them with the most links.
---@field graph copydesk.LinkGraph The entry page, the most linked ones, some of the others, and their links.
---@field folders copydesk.LinkGraph All pages by folder, and the links between these.
---@field isCut boolean There is more than the lists hold: the counts tell how much.

--- Whom articles are written for, and how it speaks.
---@class copydesk.Brand
---@field brandId string Identifier of the brand.
---@field name string Its name.
---@field url? string Its site.
---@field description? string What it is and does.
---@field voice? string How it speaks.
---@field knowledge? string Facts of its own that articles may use.
---@field audience? string Whom it speaks to.
---@field avoid string[] Words and claims that it does not use.
---@field links copydesk.BrandLink[] Links that it offers.
---@field createdAt integer When it was made, in milliseconds since 1970.
---@field updatedAt integer When it changed last, in milliseconds since 1970.

--- Where finished articles go.
---@class copydesk.Integration
---@field integrationId string Identifier of the integration.
---@field kind "webhook"|"wordpress"|"ghost"|"shopify"|"webflow" What it goes to.
---@field name string What people call it.
---@field state "active"|"disabled" Whether articles go there.
---@field problem? string Why it was disabled, or cannot be used.
---@field settings table What it was connected with; null in the place of a secret.
---@field createdAt integer When it was made, in milliseconds since 1970.
---@field updatedAt integer When it changed last, in milliseconds since 1970.
---@field lastDelivery? copydesk.Delivery Its newest delivery.
---@field secret? string What a webhook's requests are signed with; shown once, when it is made.

--- What came of a test of an integration.
---@class copydesk.IntegrationTest
---@field ok boolean Whether deliveries would be accepted.
---@field status? integer HTTP status of the receiver's answer; null: there was none.
---@field detail string What came of it, a sentence.

--- What came of a change of the key that seals secrets.
---@class copydesk.SecretRotation
---@field sealed integer Integrations whose secrets are sealed with the new key.
---@field unreadable integer Integrations whose secrets do not open, and stay as they are.
---@field keepsOld boolean Whether the old keys stay in the key file, for what does not open.

--- The account of the key that asks.
---@class copydesk.Account
---@field accountId string Identifier of the account.
---@field plan "free"|"starter"|"professional" Its plan.
---@field words copydesk.Amount Words of articles.
---@field credits copydesk.Amount Credits; a request for internal links costs one.
---@field month copydesk.Month What it is given by month.

--- An amount of words or credits.
---@class copydesk.Amount
---@field left? integer What is left; null: unlimited.
---@field used integer What was used.

--- What an account is given by month.
---@class copydesk.Month
---@field words? integer Words that it is given; null: unlimited.
---@field credits? integer Credits that it is given; null: unlimited.
---@field next integer When the next month's come, in milliseconds since 1970; what is left stays.

--- What an account used on one day.
---@class copydesk.Usage
---@field date string The day, `YYYY-MM-DD` in UTC.
---@field words integer Words of the articles that finished.
---@field credits integer Credits that were used.
---@field articles integer Articles that finished.
---@field links integer Requests for internal links that were answered.

--- A row of the ledger; where an amount is limited, all rows sum to what is left.
---@class copydesk.LedgerEntry
---@field entryId string Identifier of the row.
---@field kind "opening"|"month"|"adjustment"|"article"|"link" What it is for.
---@field articleId? string The article, where it is for one.
---@field articleTitle? string Its title, or its keyword while it has none; left out when it was deleted.
---@field words integer Words: above 0 given, below 0 charged.
---@field credits integer Credits: above 0 given, below 0 charged.
---@field createdAt integer When that was, in milliseconds since 1970.

--- A key of the account.
---@class copydesk.Key
---@field keyId string Identifier of the key.
---@field name string What people call it.
---@field prefix string How the key begins.
---@field scopes string[] What it may be used for: `articles`, `links`, `manage`.
---@field createdAt integer When it was made, in milliseconds since 1970.
---@field expiresAt? integer From when on it does not work; null: it always does.
---@field lastUsedAt? integer When it was used last, to the minute.
---@field key? string The key itself; shown once, when it is made.

--- A code with which a browser is signed in, once.
---@class copydesk.SignInCode
---@field codeId string Identifier of the code.
---@field code? string The code itself; shown once, when it is made.
---@field url? string Where a form sends it, as `code`, by POST; shown with it.
---@field expiresAt? integer From when on it does not work, in milliseconds since 1970; shown with it.

--- An account, as whoever runs the service sees it.
---@class copydesk.OperatedAccount
---@field accountId string Its name.
---@field plan "free"|"starter"|"professional" Its plan.
---@field words copydesk.Amount Words of articles.
---@field credits copydesk.Amount Credits.
---@field state "active"|"disabled" The keys of a disabled account do not work, and what it has in line waits.
---@field origin "configured"|"added" Configured accounts are changed in the configuration.
---@field monthlyWords? integer Words by month; -1: unlimited; null: what the plan says.
---@field monthlyCredits? integer Credits by month; -1: unlimited; null: what the plan says.
---@field createdAt integer When it was made, in milliseconds since 1970.
---@field key? string Its first key; shown once, when the account is added.

--- A process that serves the database.
---@class copydesk.Node
---@field nodeId string Of this run of it: another one after each start.
---@field name string What its configuration calls it, else the name of its machine.
---@field address string Where it answers requests itself.
---@field version string Of copydesk.
---@field workers integer Articles that it writes side by side.
---@field busy integer Articles under way.
---@field startedAt integer When it was started, in milliseconds since 1970.
---@field seenAt integer When it last said that it is alive.
---@field state "alive"|"silent" A silent one was not seen for 30 seconds: its articles go on at others.

--- A model that the configuration names.
---@class copydesk.Model
---@field name string Which `modelVersion` it is for; `*` stands for any text.
---@field api string How it is spoken to: `builtin` is the writer that needs no language model.
---@field model? string Its name at its provider; null: the request's `modelVersion`, or none.
---@field context? integer Tokens that it takes, the answer included.
---@field maxOutput? integer Tokens of an answer.
---@field effort? string How much is asked of it: `full`, or `plain` for weak models.
---@field reachable? boolean Is it there? null unless that was asked for.
---@field seconds? number How long it took to find out.
---@field error? string Why it cannot be reached.

--- A page and how it is linked.
---@class copydesk.LinkedPage
---@field url string Where it is.
---@field title string Its title.
---@field inbound integer Other pages that link to it.
---@field inboundInText integer Of these, those that do so in running text.
---@field outbound integer Other pages that it links to.
---@field outboundInText integer Of these, those it links to in running text.
---@field depth? integer Clicks from the entry page; null: no way leads there, or there is no entry page.
---@field suggestions copydesk.LinkSuggestion[] Pages that could link to it; of orphans and weak pages alone.

--- A page that could link to another one.
---@class copydesk.LinkSuggestion
---@field url string The page that could link.
---@field title string Its title.
---@field text string What its text holds, and what names the page to link to.

--- A link that leads to none of the pages.
---@class copydesk.BrokenLink
---@field from string The page on which it stands.
---@field title string The title of that page.
---@field to string The address that it has.
---@field text string What it says.
---@field status? integer What the address answered; null: nobody has asked it.

--- What links say of a page.
---@class copydesk.Anchor
---@field text string What the links say.
---@field url string The page that they lead to.
---@field count integer How often.

--- A text that links to several pages.
---@class copydesk.SharedAnchor
---@field text string What the links say.
---@field count integer How often.
---@field targetCount integer Pages that they lead to.
---@field targets copydesk.Anchor[] Those with the most links.

--- A page to which links say too much the same, or too many things.
---@class copydesk.UnevenAnchors
---@field url string The page.
---@field title string Its title.
---@field kind string `uniform`: nearly all links to it say the same; `scattered`: hardly two of them do.
---@field count integer Links to it from running text.
---@field different integer Different things that they say.
---@field text string The most frequent of them.
---@field share number Share of the links that say it.

--- How many pages are how far away.
---@class copydesk.LinkDepth
---@field depth integer Clicks from the entry page.
---@field pages integer Pages that are so many clicks away.

--- Pages or folders, and the links between them.
---@class copydesk.LinkGraph
---@field nodeCount integer Nodes that there are.
---@field nodes copydesk.LinkNode[] Those that are listed.
---@field edgeCount integer Links between the listed nodes.
---@field edges copydesk.LinkEdge[] Those that are listed.

--- A page of the graph of links, or a folder.
---@class copydesk.LinkNode
---@field url string The page; of a folder, where its addresses begin, with a star where other folders lie in it.
---@field title string Its title; of a folder empty.
---@field pages integer Pages; 1 for a page.
---@field orphans integer Of these, orphans.
---@field weak integer Of these, weak pages.
---@field inbound integer Pages that link to it; of a folder, links that come in.
---@field outbound integer Pages that it links to; of a folder, links that go out.
---@field folder integer Its place in the list of folders.

--- A link between two nodes of the graph.
---@class copydesk.LinkEdge
---@field from integer Place of the node that links.
---@field to integer Place of the node that is linked.
---@field links integer Pairs of pages; between two pages 1.

--- What a list answers.
---@class copydesk.List
---@field data table[] The entries of this page.
---@field hasMore boolean Is there another page?
---@field nextCursor? string The `cursor` of the next page.

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

--- What `link` takes.
---@class copydesk.linker.LinkOptions
---@field format? "html"|"markdown"|"json"|"text" What the content is, and the form of the links; `json`: HTML; `text`: no markup, links as `text <url>`. Default: `html`.
---@field url? string The content's own page, which is never linked to. At most 2000 characters.
---@field language? string Language of the content, by its English name or BCP 47 tag; absent: that of its page, else of the site. At most 60 characters.
---@field density? "few"|"usual"|"many" How many links: `few`, as seldom as the site's authors make them; `usual`, and in a text that is new to the site every name of a page that is sure; `many`, every sure name once and likely ones too. Default: `usual`.
---@field max_links? integer Most links to pages of the site, those included that the content has already. 1 to 50. Default: `50`.
---@field min_score? number Links with a lower score are left out; absent: by the engine's own measure. 0 to 1.
---@field min_spacing? integer Least number of words and signs between two links of a paragraph. 0 to 500. Default: `0`.
---@field max_per_paragraph? integer Most links in a paragraph, a list item or a cell of a table. 1 to 50. Default: `50`.
---@field max_per_sentence? integer Most links in a sentence. 1 to 50. Default: `12`.
---@field skip_words? integer So many words at the start get no link. 0 to 2500. Default: `0`.
---@field exclude_tags? string[] Elements in which no link is made, besides links, headings, code and the like: `blockquote`, `table`. At most 100 entries.
---@field exclude_classes? string[] Elements with one of these classes get no link. At most 100 entries.
---@field exclude_urls? string[] Pages that are never linked to. At most 1000 entries.
---@field allow_urls? string[] Only these pages are linked to: an address, a path, or the beginning of one with `*` behind it. At most 1000 entries.
---@field deny_urls? string[] These pages, written in the same ways, are never linked to. At most 1000 entries.
---@field priority_urls? string[] The odds of a link to these pages, written in the same ways, are multiplied by e (2.718). At most 1000 entries.
---@field same_language? boolean Only pages of the content's language are linked to, and those of which none is known. Default: `false`.
---@field allow_anchors? string[] Only these phrases become links, in any letter case. At most 1000 entries.
---@field deny_anchors? string[] These phrases never become links, in any letter case. At most 1000 entries.
---@field max_anchor_share? number Most of the links of the site to a page, as a share, that may have the same text. 0 to 1. Default: `1.0`.
---@field orphan_boost? number The odds of a link to a page that n others link to are multiplied by e to the power of this / (1 + n). 0 to 5. Default: `0.0`.
---@field rel? string The attribute `rel` of the links: `nofollow`. In HTML alone. At most 200 characters.
---@field target? string The attribute `target` of the links: `_blank`. In HTML alone. At most 60 characters.
---@field class? string The attribute `class` of the links. In HTML alone. At most 200 characters.
---@field title? boolean Gives each link the title of its page, as the attribute `title`. Default: `false`.
---@field explain? boolean Gives with each link the text around it and what its score was made from; besides, what was not linked and why, and a summary. Default: `false`.

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

--- Configuration of the service, also what the file of `copydesk serve --config` returns.
---@class copydesk.service.Options
---@field listen? string Address and port; port 0: any free one; `fd:3`: a listening socket that the process was started with. Default: `127.0.0.1:0`, for `copydesk serve` `127.0.0.1:8080`.
---@field name? string What lists of nodes call this one. Default: the name of the machine.
---@field public_url? string What the addresses of pictures begin with, where readers reach the service at another address than it listens at: `"https://desk.example"`. Default: the address that it listens at.
---@field secret_key? string File of the key that encrypts the secrets of integrations; made when it is needed, with mode 0600, and refused when others may read it. Default: `secret.key` in the data folder.
---@field data? string Folder of the database, the keys, the link indexes and the index of the library; or a database that several machines share, `"postgresql://copydesk@db.example/copydesk"`. Default: `$COPYDESK_DATA`, `$XDG_DATA_HOME/copydesk` or `~/.local/share/copydesk`.
---@field folder? string Beside a database in `data`: folder of what this machine keeps for itself. Default: that of `data`.
---@field library? string Folder of documents that the writer may draw from. Default: none.
---@field models? table<string, copydesk.service.Model> Who writes, by the request's `modelVersion`. Default: the built-in writer.
---@field search? { web?: copydesk.service.Search, news?: copydesk.service.Search, scholarly?: copydesk.service.Search } Where pages are looked for, by kind: `web`, `news`, `scholarly`. Default: nowhere.
---@field products? copydesk.service.Products Products of a marketplace: `{ api = "file", path = "products.json" }`, or a service. Default: none.
---@field places? copydesk.service.Places Places in a city: `{ api = "file", path = "places.json" }`, or a service. Default: none.
---@field videos? copydesk.service.Videos Films with their captions: `{ api = "folder", path = "videos/" }`, or a service. Default: none.
---@field images? table<string, copydesk.service.Images> Where pictures come from, by the request's `imageModel`; a star may end a name: `{ ["*"] = { api = "folder", path = "images/" } }`. Default: none.
---@field allow_addresses? string[] Private addresses that may be fetched all the same: `"127.0.0.1:9000"`, `"10.1.0.0/16"`. Default: none.
---@field proxies? string[] Addresses of proxies in front of the service, `{ "127.0.0.1" }`: `X-Forwarded-For` of these alone says who asks. Default: none.
---@field workers? integer Articles written side by side; with 0 they stay queued. Accounts take turns, and up to 16 more are written for accounts that have none under way. 0 to 1024 articles. Default: one less than there are cores, 1 to 4; 32 with a language model, for which they wait most of the time.
---@field limits? copydesk.service.Limits How much callers may ask and hold.
---@field plans? table<string, copydesk.service.Plan> What accounts of a plan (`free`, `starter`, `professional`) get each month and how much they may ask: `{ starter = { words = 100000, credits = 0, create = 60 } }`.
---@field account? copydesk.service.Account The account of the first key. Default: `{ plan = "professional" }`.
---@field accounts? table<string, copydesk.service.Account> Further accounts, by name; their keys are in `key.NAME` in the data folder. Default: none.
---@field log? "error"|"warn"|"info"|"debug" What goes to standard error: `error` what went wrong here; `warn` also what was left out and given up, and that this was read again; `info` also the ready line, and articles, crawls, deliveries and keys as they begin and end; `debug` also each request. Default: `warn`.
---@field log_format? "plain"|"json" How the lines of the log are written; `json`: each is an object with `time`, `level`, `event` and what it is about (`request`, `account`, `article`). Default: `plain`.
---@field least_words? integer Words of an article that the built-in writer makes of sources: where they say less it fails as `no_sources`, and costs nothing. Half of that is enough with a list and steps, as a recipe has them; where you want few sections, 60 words of each. 0 to 10000 words. Default: 250.
---@field stop_seconds? integer How long articles under way may go on when `copydesk serve` is stopped or reads its configuration again; then they go on behind their last finished step at the next start. 0 to 3600 seconds. Default: 10.
---@field keep_days? { finished?: integer, failed?: integer, cancelled?: integer } For how many days articles are kept that have ended so, `{ finished = 365, failed = 30, cancelled = 7 }`, with their pictures, steps and deliveries; the ledger stays. Default: for ever.

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

--- How much one caller may ask.
---@class copydesk.service.Limits
---@field create? integer Requests a minute for each key; 0: unlimited. Default: 120.
---@field status? integer The same for records. Default: 600.
---@field links? integer The same for links. Default: 60.
---@field other? integer The same for the rest. Default: 300.
---@field queued_articles? integer Articles of an account that wait or are written; 0: unlimited, as below. Default: 10000.
---@field domains? integer Domains of an account. Default: 200.
---@field domain_pages? integer Pages of a domain. Default: 20000.
---@field domain_bytes? integer Bytes of the pages of a domain. Default: 268435456.
---@field page_bytes? integer Bytes of the pages of all domains of an account. Default: 2147483648.
---@field brands? integer Brands of an account. Default: 500.
---@field keys? integer Keys of an account. Default: 100.
---@field integrations? integer Integrations of an account. Default: 100.
---@field connections? integer Connections at once; fewer where the process may not open as many files. 8 to 100000 connections. Default: 4096.
---@field connections_per_address? integer Those of an address; unlimited on loopback. 0 to 100000 connections. Default: 256.
---@field body_bytes? integer Bytes of bodies and answers of all requests under way together, beyond which there is a 503; pictures, for which no key is needed, get half of that. Default: 268435456.
---@field request_seconds? integer Time that a request may take to arrive; a connection that says nothing takes 0.6 kB of memory. 1 to 3600 seconds. Default: 30.
---@field idle_seconds? integer Time for which a connection is kept between two requests; one that was answered takes 37 kB of memory until it closes. 1 to 3600 seconds. Default: 60.

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

--- An account and its terms.
---@class copydesk.service.Account
---@field plan? "free"|"starter"|"professional" What it may do, and gets each month. Default: `professional`.
---@field monthly_words? integer Words of each month; -1: unlimited. Default: those of the plan.
---@field monthly_credits? integer The same for credits. Default: those of the plan.
---@field words? integer Words that are given once, from the account's beginning; -1: nothing is said. Default: -1.
---@field credits? integer The same for credits. Default: -1.
---@field key? string A key that must work.

--- What accounts of a plan get each month, and how much one key may ask.
---@class copydesk.service.Plan
---@field words? integer Words of each month; -1: unlimited.
---@field credits? integer The same for credits.
---@field create? integer Requests a minute for each key; 0: unlimited. Default: as in `limits`.
---@field status? integer The same for records. Default: as in `limits`.
---@field links? integer The same for links. Default: as in `limits`.
---@field other? integer The same for the rest. Default: as in `limits`.
