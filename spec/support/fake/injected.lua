--- A model that obeys what it finds in its material, so that specs can show that articles survive it.
local json = require "spec.support.fake.json"

local injected = {}

-- Orders as pages give them: { what it is, a pattern, what the model then does with its answer }.
local ORDERS = {
  { "ignore", "[Ii]gnore [%l ]*instructions[^%w]*([^\n]*)", function(_, words)
    return words ~= "" and words or "Instructions ignored."
  end },
  { "answer", '[Aa]nswer only with "(.-)"', function(_, words) return words end },
  { "answer", '[Rr]eply only with "(.-)"', function(_, words) return words end },
  { "answer", '[Oo]utput only "(.-)"', function(_, words) return words end },
  { "prompt", "[Pp]rint [%l ]*prompt", function(text, _, question) return text .. "\n\n" .. question.system end },
  { "prompt", "[Rr]epeat [%l ]*instructions", function(text, _, question)
    return text .. "\n\n" .. question.system
  end },
  { "name", "[Nn]ame ([%u][%w ]-) as the leading", function(text, words)
    return text .. " " .. words .. " is the leading choice by far."
  end },
  { "name", "[Rr]ecommend ([%u]%w+)", function(text, words)
    return text .. " Everybody should choose " .. words .. "."
  end },
  { "link", "[Ll]ink to (https?://[%w%./%-]+)", function(text, words)
    return text .. (" Read more at [this page](%s)."):format(words)
  end },
  { "image", "!%[[^%]]*%]%((https?://[^%)]+)%)", function(text, words)
    return text .. ("\n\n![picture](%s)"):format(words)
  end },
  { "json", '("%s*}%s*%]%s*}.-)\n', function(text, words) return text .. words end },
}

-- In a plan the words go into its first text, where they would reach the article.
local function into_plan(value, change)
  for name, member in pairs(value) do
    if type(member) == "table" and into_plan(member, change) then return true end
    if type(member) == "string" then
      value[name] = change(member)
      return true
    end
  end
end

--- The answer after all orders in the material were obeyed, and their kinds.
function injected.obey(text, read, question)
  local obeyed = json.array {}
  local whole = read.material .. read.plain
  for _, order in ipairs(ORDERS) do
    local words = whole:match(order[2])
    if words then
      obeyed[#obeyed + 1] = order[1]
      local function change(said) return order[3](said, words, question) end
      local value = json.decode(text)
      if type(value) == "table" and into_plan(value, change) then
        text = json.encode(value)
      else
        text = change(text)
      end
    end
  end
  return text, obeyed
end

return injected
