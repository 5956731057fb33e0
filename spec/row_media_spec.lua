--- The parameters of images and videos, for both writers: none is made yet, which the record says.
-- Written by the built-in writer: both; by a language model: both.
local writers = require "spec.support.writers"

describe("parameters of multimedia", function()
  local both

  setup(function() both = writers.start() end)
  teardown(function() both:stop() end)

  local function has_media(record) return record.output.html:find "<img" or record.output.html:find "<iframe" end

  it("multimediaOption none has no picture and no video, and nothing to note", function()
    both:both({ articleLength = "shorter", multimediaOption = "none" }, function(record, name)
      assert.is_nil(has_media(record), name)
      assert.is_false(writers.has_note(record, "multimediaOption"), name)
    end)
  end)

  -- Pictures and videos are to come: what is asked for and not done is said, and not billed.
  for _, row in ipairs {
    { "multimediaOption", { multimediaOption = "auto" } },
    { "imageStyle", { multimediaOption = "images", imageStyle = "watercolor" } },
    { "imageModel", { multimediaOption = "images", imageModel = "alpha-image-2-medium" } },
    { "maxImages", { multimediaOption = "images", maxImages = 2 } },
    { "imageSize", { multimediaOption = "images", imageSize = "16:9" } },
    { "maxVideos", { multimediaOption = "videos", maxVideos = 1 } },
  } do
    local name, params = row[1], row[2]

    it(name .. ": is noted as long as no picture or video is made, and not billed", function()
      local words = {}
      both:both({ articleLength = "shorter" }, function(record, writer) words[writer] = record.wordsCharged end)
      params.articleLength = "shorter"
      both:both(params, function(record, writer)
        assert.equal(params[name], record.config[name], writer)
        assert.is_true(writers.has_note(record, name), writer)
        assert.is_true(writers.has_note(record, "images and videos are not made yet"), writer)
        assert.is_nil(has_media(record), writer)
        assert.equal(words[writer], record.wordsCharged, writer)
      end)
    end)
  end
end)
