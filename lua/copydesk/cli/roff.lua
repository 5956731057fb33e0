--- The manual page in roff (man macros), made from the tables of the commands.
-- @module copydesk.cli.roff
local arguments = require "copydesk.cli.arguments"
local chapters = require "copydesk.cli.chapters"
local help = require "copydesk.cli.help"
local markdown = require "copydesk.cli.markdown"
local session = require "copydesk.cli.session"

local roff = {}

-- Text as roff shows it unchanged. A hyphen is a minus, since people copy options from a manual; what a line must not
-- begin with gets an empty character before it.
local function escape(text)
  text = text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n", " ")
  return (text:gsub("^([.'])", "\\&%1"))
end

local function quote(text)
  return '"' .. escape(text):gsub('"', "\\(dq") .. '"'
end

-- What stands between backticks is bold.
local function prose(text)
  return (escape(text):gsub("`([^`]+)`", "\\fB%1\\fR"))
end

local Page = {}
Page.__index = Page

function Page:add(...)
  for _, line in ipairs { ... } do self[#self + 1] = line end
end

function Page:section(title)
  self:add(".SH " .. quote(title:upper()))
end

function Page:entry(term, text)
  self:add(".TP", term, prose(text))
end

local function option_term(option)
  local short = option.short and ("\\fB\\-%s\\fR, "):format(option.short) or ""
  local term = short .. "\\fB" .. escape("--" .. option.name) .. "\\fR"
  return option.value and term .. " \\fI" .. escape(option.value) .. "\\fR" or term
end

function Page:options(list)
  for _, option in ipairs(list) do
    self:entry(option_term(option),
      option.help .. (option.environment and (" Or by $%s."):format(option.environment) or ""))
  end
end

function Page:command(command)
  self:add(".SS " .. quote(help.usage(command):gsub("^copydesk ", "")), prose(command.summary))
  if command.details then self:add(".PP", prose(table.concat(command.details, " "))) end
  self:options(command.options or {})
end

-- The longer lists that belong to commands: parameters, settings.
function Page:lists(commands)
  for _, command in ipairs(commands) do
    if command.entries then
      local title, entries = command.entries()
      if title then self:section(title) end
      for name, text in entries do self:entry("\\fB" .. escape(name) .. "\\fR", text) end
    end
  end
end

function Page:exit_status()
  self:section "Exit status"
  for number, meaning in session.code_text():gmatch "(%d+) ([^,]+)" do
    self:entry("\\fB" .. number .. "\\fR", meaning)
  end
end

-- --- chapters of the manual

local function link(text, target)
  local chapter, elsewhere = markdown.target(target)
  if elsewhere then return text .. " <" .. elsewhere .. ">" end
  return chapter and ("%s (copydesk-%s(7))"):format(text, chapter) or text
end

local function inline(text)
  return (prose(markdown.links(text, link)):gsub("%*%*(.-)%*%*", "\\fB%1\\fR"))
end

function Page:heading(block)
  if block.level == 1 then return end -- it is the page's name
  self:add((block.level == 2 and ".SH " or ".SS ") .. quote((block.text:gsub("`", ""))))
end

-- A heading begins a paragraph by itself.
function Page:begin()
  if not self[#self]:find "^%.S[HS] " then self:add ".PP" end
end

function Page:paragraph(block)
  self:begin()
  self:add(inline(block.text))
end

function Page:item(block) self:add(".IP \\(bu 2", inline(block.text)) end

function Page:code(block)
  self:begin()
  self:add(".RS 4", ".EX")
  for _, line in ipairs(block.lines) do self:add(line == "" and "\\&" or escape(line)) end
  self:add(".EE", ".RE")
end

-- Each row is an entry: its cells but the last, which stands below them. Nothing is said of a row that is alone.
Page["table"] = function(self, block)
  for _, cells in ipairs(block.rows) do
    local term = {}
    for i = 1, #block.heads - 1 do
      local what = i > 2 and cells[i] ~= "" and block.heads[i] .. ": " or ""
      if cells[i] ~= "" then term[#term + 1] = inline(what .. cells[i]) end
    end
    local text = cells[#block.heads]
    self:add(".TP", table.concat(term, "  "), text and text ~= "" and inline(text) or "\\&")
  end
end

-- The pages of the manual's chapters.
function Page:see_also()
  local names = {}
  for i, name in ipairs(chapters.names()) do names[i] = ("\\fBcopydesk\\-%s\\fR(7)"):format(name) end
  if not names[1] then return end
  self:section "See also"
  self:add(table.concat(names, ",\n"))
end

-- Reproducible builds say by this variable what day it is.
local function date()
  return os.date("!%Y-%m-%d", tonumber(os.getenv "SOURCE_DATE_EPOCH") or os.time())
end

--- The page as text.
-- @tparam {table,...} commands the rows of all commands
-- @tparam string version
function roff.page(commands, version)
  local page = setmetatable({}, Page)
  page:add(".TH COPYDESK 1 " .. date() .. " " .. quote("copydesk " .. version) .. ' "User Commands"')
  page:section "Name"
  page:add("copydesk \\- write articles for a keyword, and put internal links into content")
  page:section "Synopsis"
  page:add(".B copydesk", "\\fICOMMAND\\fR [\\fIoptions\\fR]", ".br", ".B copydesk help",
    "[\\fICOMMAND\\fR|\\fITOPIC\\fR]", ".br", ".B copydesk \\-\\-version")
  page:section "Description"
  page:add(prose("copydesk writes articles and puts internal links into content. A command talks to a service "
    .. "elsewhere that --base-url names; without it, to the service on the data folder, which runs inside the command "
    .. "unless another program runs it already."))
  page:section "Commands"
  for _, command in ipairs(commands) do page:command(command) end
  page:section "Common options"
  page:add "Commands take these as well, where they apply."
  page:options(arguments.common)
  page:lists(commands)
  page:exit_status()
  page:see_also()
  return table.concat(page, "\n") .. "\n"
end

--- The page of a chapter of the manual.
-- @tparam table chapter `name`, `title`, `text` (copydesk.cli.chapters)
-- @tparam string version
function roff.chapter(chapter, version)
  local page = setmetatable({}, Page)
  local name = "copydesk-" .. chapter.name
  page:add((".TH %s 7 %s %s %s"):format(quote(name:upper()), date(), quote("copydesk " .. version),
    quote "copydesk's manual"))
  page:section "Name"
  page:add(escape(name) .. " \\- " .. inline(chapter.title))
  page:section "Description"
  for block in markdown.blocks(chapter.text) do page[block.kind](page, block) end
  page:section "See also"
  page:add("\\fBcopydesk\\fR(1)")
  return table.concat(page, "\n") .. "\n"
end

return roff
