--- The built-in writer in languages of other scripts than Latin, of other letters, and without blanks: an article of
-- each from a page of its own, with the pages of all the others beside it.

local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

-- A page of each: its definition of the keyword, and two sections. The first sentence of each must be in the article.
local PAGES = {
  ru = {
    keyword = "компост", question = "что такое компост", title = "Что такое компост?",
    sources = "Источники", stop = "%.",
    "Компост — это тёмная питательная почва, которая образуется, когда бактерии, грибы и черви разлагают остатки "
      .. "растений. Компост делает землю в саду рыхлой и помогает ей удерживать воду.",
    { "Кухонные отходы в компосте",
      "Очистки овощей и кофейная гуща дают компосту много азота. Мясо и рыба привлекают крыс, и для компоста они не "
        .. "годятся. Яичная скорлупа разлагается в компосте медленно, и перед закладкой её лучше измельчить. Кожуру "
        .. "цитрусовых добавляют в компост понемногу, если компост хорошо перемешан." },
    { "Уход за компостом",
      "Компост должен быть влажным, как отжатая губка. Сухой компост почти не разлагается, а мокрый компост остаётся "
        .. "без воздуха и начинает пахнуть. Смесь зелёных и сухих остатков даёт компосту нужное соотношение азота и "
        .. "углерода. Компост, который перемешивают каждый месяц, готов примерно через полгода." },
  },
  el = {
    keyword = "κομπόστ", question = "τι είναι το κομπόστ", title = "Τι είναι το κομπόστ;",
    sources = "Πηγές", stop = "%.",
    "Το κομπόστ είναι ένα σκούρο και θρεπτικό χώμα που δημιουργείται όταν βακτήρια, μύκητες και σκουλήκια "
      .. "διασπούν τα "
      .. "υπολείμματα των φυτών. Το κομπόστ κάνει το χώμα του κήπου πιο αφράτο και το βοηθά να κρατά το νερό.",
    { "Υπολείμματα κουζίνας στο κομπόστ",
      "Οι φλούδες των λαχανικών και ο καφές δίνουν στο κομπόστ πολύ άζωτο. Το κρέας και το ψάρι προσελκύουν ποντίκια "
        .. "και δεν ταιριάζουν στο κομπόστ. Τα τσόφλια των αβγών διασπώνται αργά και καλό είναι να "
        .. "θρυμματίζονται πριν "
        .. "μπουν στο κομπόστ. Οι φλούδες εσπεριδοειδών μπαίνουν στο κομπόστ σε μικρές ποσότητες." },
    { "Φροντίδα του κομπόστ",
      "Το κομπόστ πρέπει να είναι υγρό σαν στυμμένο σφουγγάρι. Το ξηρό κομπόστ σχεδόν δεν διασπάται, ενώ το "
        .. "πολύ υγρό "
        .. "κομπόστ μένει χωρίς αέρα και αρχίζει να μυρίζει. Το μείγμα πράσινων και ξηρών υλικών δίνει στο "
        .. "κομπόστ τη "
        .. "σωστή αναλογία αζώτου και άνθρακα. Το κομπόστ που ανακατεύεται κάθε μήνα είναι έτοιμο σε μισό χρόνο." },
  },
  tr = {
    keyword = "kompost", question = "kompost nedir", title = "Kompost nedir?", sources = "Kaynaklar", stop = "%.",
    "Kompost, bitki artıklarının bakteriler, mantarlar ve solucanlar tarafından ayrıştırılmasıyla oluşan koyu "
      .. "renkli ve "
      .. "besleyici bir topraktır. Kompost bahçe toprağını gevşetir ve toprağın suyu daha iyi tutmasını sağlar.",
    { "Kompostta mutfak artıkları",
      "Sebze kabukları ve kahve telvesi komposta çok miktarda azot verir. Et ve balık fareleri çektiği için kompost "
        .. "yığınına uygun değildir. Yumurta kabukları kompost içinde yavaş ayrışır ve önceden ufalanması iyi olur. "
        .. "Narenciye kabukları kompost iyi karıştırıldığında az miktarda eklenebilir." },
    { "Kompost bakımı",
      "Kompost sıkılmış bir sünger kadar nemli olmalıdır. Kuru kompost neredeyse hiç ayrışmaz ve çok ıslak "
        .. "kompost ise "
        .. "havasız kalıp kokmaya başlar. Yeşil ve kuru artıkların karışımı kompost için doğru azot ve karbon "
        .. "dengesini "
        .. "sağlar. Her ay karıştırılan kompost yaklaşık yarım yıl içinde hazır olur." },
  },
  id = {
    keyword = "kompos", question = "apa itu kompos", title = "Apa itu kompos?", sources = "Sumber", stop = "%.",
    "Kompos adalah tanah gelap yang kaya hara dan terbentuk ketika bakteri, jamur, dan cacing mengurai sisa tanaman. "
      .. "Kompos membuat tanah kebun lebih gembur dan membantu tanah menyimpan air.",
    { "Sisa dapur dalam kompos",
      "Kulit sayur dan ampas kopi memberi banyak nitrogen pada kompos. Daging dan ikan mengundang tikus dan "
        .. "tidak cocok "
        .. "untuk kompos. Kulit telur terurai dengan lambat di dalam kompos dan sebaiknya dihancurkan. Kulit jeruk "
        .. "dapat ditambahkan sedikit demi sedikit jika kompos diaduk dengan baik." },
    { "Perawatan kompos",
      "Kompos harus lembap seperti spons yang diperas. Kompos yang kering hampir tidak terurai, sedangkan "
        .. "kompos yang "
        .. "terlalu basah kekurangan udara dan mulai berbau. Campuran bahan hijau dan bahan kering memberi kompos "
        .. "perbandingan nitrogen dan karbon yang tepat. Kompos yang diaduk setiap bulan siap dalam waktu "
        .. "setengah tahun." },
  },
  ja = {
    keyword = "堆肥", question = "堆肥とは", title = "堆肥とは？", sources = "出典", stop = "。", is_unspaced = true,
    "堆肥とは、植物の残りを細菌や菌類やミミズが分解してできる、養分の多い黒い土のことです。堆肥は庭の土をやわらかくし、水を保つ力を高めます。",
    { "台所のごみと堆肥",
      "野菜の皮とコーヒーのかすは、堆肥に多くの窒素を与えます。肉と魚はネズミを呼び寄せるため、堆肥には向いていません。"
        .. "卵の殻は堆肥の中でゆっくり分解されるので、細かく砕いてから入れると効果が上がります。"
        .. "柑橘類の皮は、堆肥がよく混ざっていれば少しずつ加えることができます。" },
    { "堆肥の手入れ",
      "堆肥は、しぼったスポンジと同じくらいの湿り気を保つ必要があります。乾いた堆肥はほとんど分解が進まず、湿りすぎた堆肥は空気が足りなくなって臭います。"
        .. "緑の材料と乾いた材料を混ぜると、堆肥の窒素と炭素の割合がちょうどよくなります。"
        .. "毎月かき混ぜた堆肥は、およそ半年で使えるようになります。" },
  },
  zh = {
    keyword = "堆肥", question = "什么是堆肥", title = "什么是堆肥？", sources = "资料来源", stop = "。", is_unspaced = true,
    "堆肥是一种颜色深、养分丰富的土壤，由细菌、真菌和蚯蚓分解植物残余而形成。堆肥使花园的土壤更加疏松，并帮助土壤保持水分。",
    { "厨房垃圾与堆肥",
      "蔬菜皮和咖啡渣能够为堆肥提供大量的氮。肉类和鱼类会引来老鼠，因此不适合放进堆肥里面。"
        .. "蛋壳在堆肥中的分解速度很慢，最好在放入之前把蛋壳压碎。柑橘类水果的果皮可以少量地加入搅拌均匀的堆肥。" },
    { "堆肥的养护",
      "堆肥应当保持湿润，就像一块拧干的海绵。干燥的堆肥几乎不会分解，而过湿的堆肥缺少空气并且开始发臭。"
        .. "绿色材料和干燥材料的混合使堆肥具有合适的碳氮比例。每个月翻动一次的堆肥大约在半年之后就可以使用。" },
  },
}

-- The page as the library holds it.
local function file_of(tag, page)
  local parts = { ("---\ntitle: %s\nurl: https://www.example.org/%s/\n---\n\n# %s")
    :format(page.keyword, tag, page.keyword), page[1] }
  for i = 2, #page do
    parts[#parts + 1] = "## " .. page[i][1]
    parts[#parts + 1] = page[i][2]
  end
  return table.concat(parts, "\n\n") .. "\n"
end

local function plain(html)
  return (html:gsub("<sup.-</sup>", ""):gsub("<[^>]*>", " "):gsub("%s+", " "))
end

describe("an article of the built-in writer", function()
  local home, server, desk

  setup(function()
    home = folder.new()
    for tag, page in pairs(PAGES) do folder.write(("%s/%s.md"):format(home, tag), file_of(tag, page)) end
    server = service.start { config = { library = home } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)

  teardown(function()
    desk:close()
    server:stop()
    folder.remove(home)
  end)

  local function write(tag, keyword)
    return assert(desk:wait(assert(desk:create { targetKeyword = keyword, language = tag })))
  end

  for tag, page in pairs(PAGES) do
    it("in " .. tag .. " is made of the page of that language", function()
      local record = write(tag, page.keyword)
      assert.equal("finished", record.status)
      assert.truthy(record.output.html:find("<strong>" .. page.sources .. "</strong>", 1, true))
      assert.equal(1, #record.sources)
      assert.equal(("https://www.example.org/%s/"):format(tag), record.sources[1].url)
      local text = plain(record.output.html)
      for i = 1, #page do
        local written = type(page[i]) == "table" and page[i][2] or page[i]
        local sentence = written:match("^.-" .. page.stop)
        assert.truthy(text:find(sentence, 1, true), sentence)
      end
      local html = record.output.html:gsub("<sup.-</sup>", "")
      if page.is_unspaced then assert.is_nil(html:find("。 ", 1, true)) end
    end)

    if page.question then
      it("in " .. tag .. " answers a question and ends it as the language does", function()
        local record = write(tag, page.question)
        assert.equal("finished", record.status)
        assert.equal(page.title, record.title)
      end)
    end
  end
end)
