--- A page on compost in each of the languages that the built-in writer writes beside the widest known ones: of other
--- scripts than Latin, of other letters, without blanks.
--
--     compost.pages[tag]            { keyword=, sources = the label of their list, a definition and a sentence behind
--                                   it, then sections: { heading, text } }; question and title: what it may be asked
--                                   as, and what the article is then called; stop: what ends a sentence, when it is no
--                                   full stop; is_unspaced: no blank follows it
--     compost.document(tag)         the page as a library holds it
--     compost.first_sentences(tag)  of each of its parts
local compost = { pages = {
  da = {
    keyword = "kompost", sources = "Kilder",
    "Kompost er en mørk og næringsrig jord, som opstår, når planterester og køkkenaffald bliver nedbrudt af "
      .. "bakterier, svampe og orme. Kompost giver jorden i haven mere luft og holder bedre på vandet.",
    { "Køkkenaffald i kompost",
      "Grøntsagsskræller, kaffegrums og teblade giver kompost med meget kvælstof. Kød, fisk og mælkeprodukter "
        .. "tiltrækker rotter og hører ikke til i kompost. Æggeskaller nedbrydes langsomt og bør knuses, inden "
        .. "de blandes i kompost. Citrusskræller kan bruges i små mængder, når kompost bliver godt blandet." },
    { "Pleje af kompost",
      "Kompost skal være fugtig som en opvredet svamp. Tør kompost nedbrydes næsten ikke, mens våd kompost "
        .. "mangler luft og begynder at lugte. En blanding af grønt og brunt materiale giver kompost den rette "
        .. "balance mellem kvælstof og kulstof. Kompost, der vendes hver måned, er færdig efter omkring et "
        .. "halvt år." },
  },
  no = {
    keyword = "kompost", sources = "Kilder",
    "Kompost er en mørk og næringsrik jord som oppstår når planterester og kjøkkenavfall brytes ned av "
      .. "bakterier, sopp og meitemark. Kompost gjør jorda i hagen luftigere og holder bedre på vannet.",
    { "Kjøkkenavfall i kompost",
      "Grønnsaksskrell, kaffegrut og teblader gir kompost mye nitrogen. Kjøtt, fisk og melkeprodukter trekker "
        .. "til seg rotter og hører ikke hjemme i kompost. Eggeskall brytes langsomt ned i kompost og bør knuses "
        .. "først. Sitrusskall kan brukes i små mengder når kompost blandes godt." },
    { "Stell av kompost",
      "Kompost skal være fuktig som en oppvridd svamp. Tørr kompost brytes nesten ikke ned, mens våt kompost "
        .. "mangler luft og begynner å lukte. En blanding av grønt og brunt materiale gir kompost riktig balanse "
        .. "mellom nitrogen og karbon. Kompost som vendes hver måned, er ferdig etter omtrent et halvt år." },
  },
  fi = {
    keyword = "komposti", sources = "Lähteet",
    "Komposti on multaa, jota syntyy, kun kasvijätteet ja keittiöjätteet hajoavat bakteerien, sienten ja matojen "
      .. "avulla. Komposti tekee puutarhan maasta ilmavampaa ja auttaa sitä pidättämään vettä.",
    { "Keittiöjätteet kompostissa",
      "Vihannesten kuoret, kahvinporot ja teenlehdet antavat kompostille runsaasti typpeä. Liha, kala ja "
        .. "maitotuotteet houkuttelevat rottia, eivätkä ne kuulu kompostiin. Munankuoret hajoavat kompostissa "
        .. "hitaasti, joten ne kannattaa murskata. Sitrushedelmien kuoria voi lisätä kompostiin pieninä "
        .. "määrinä, kun kompostin sisältö sekoitetaan hyvin." },
    { "Kompostin hoito",
      "Kompostin pitää olla kostea kuin puristettu sieni. Kuiva komposti ei hajoa juuri lainkaan, kun taas "
        .. "märkä komposti kärsii ilman puutteesta ja alkaa haista. Vihreän ja ruskean aineksen seos antaa "
        .. "kompostille oikean typen ja hiilen tasapainon. Kerran kuussa käännetty komposti valmistuu noin "
        .. "puolessa vuodessa." },
  },
  hu = {
    keyword = "komposzt", sources = "Források",
    "A komposzt sötét, tápanyagban gazdag föld, amely akkor keletkezik, amikor a növényi maradványokat és a "
      .. "konyhai hulladékot baktériumok, gombák és giliszták lebontják. A komposzt lazábbá teszi a kert "
      .. "talaját, és segít megtartani benne a vizet.",
    { "Konyhai hulladék a komposztban",
      "A zöldséghéj, a kávézacc és a tealevél sok nitrogént ad a komposztnak. A hús, a hal és a "
        .. "tejtermék odavonzza a patkányokat, ezért nem való a komposztba. A tojáshéj lassan bomlik le a "
        .. "komposztban, ezért érdemes összetörni. A citrusfélék héja kis mennyiségben kerülhet a "
        .. "komposztba, ha a komposzt jól össze van keverve." },
    { "A komposzt gondozása",
      "A komposzt legyen nedves, mint egy kicsavart szivacs. A száraz komposzt alig bomlik le, a túl nedves "
        .. "komposzt viszont levegőtlen lesz, és szagot áraszt. A zöld és barna anyagok keveréke megfelelő "
        .. "egyensúlyt ad a komposztnak a nitrogén és a szén között. A havonta átforgatott komposzt "
        .. "körülbelül fél év alatt elkészül." },
  },
  ro = {
    keyword = "compost", sources = "Surse",
    "Compostul este un pământ închis la culoare și bogat în substanțe nutritive, care se formează atunci "
      .. "când resturile de plante și deșeurile de bucătărie sunt descompuse de bacterii, ciuperci și râme. "
      .. "Compostul afânează solul din grădină și îl ajută să păstreze apa.",
    { "Deșeuri de bucătărie pentru compost",
      "Cojile de legume, zațul de cafea și frunzele de ceai aduc mult azot în compost. Carnea, peștele și "
        .. "produsele lactate atrag șobolanii și nu au ce căuta în compost. Cojile de ouă se descompun încet "
        .. "în compost și este bine să fie zdrobite. Cojile de citrice pot ajunge în compost în cantități "
        .. "mici, dacă grămada de compost este bine amestecată." },
    { "Îngrijirea compostului",
      "Compostul trebuie să fie umed ca un burete stors. Compostul uscat aproape că nu se descompune, iar "
        .. "compostul prea ud rămâne fără aer și începe să miroasă. Un amestec de materiale verzi și maro "
        .. "dă compostului echilibrul potrivit dintre azot și carbon. Un compost întors în fiecare lună este "
        .. "gata după aproximativ o jumătate de an." },
  },
  ca = {
    keyword = "compost", sources = "Fonts",
    "El compost és una terra fosca i rica en nutrients que es forma quan les restes de plantes i els residus de la "
      .. "cuina es descomponen per l'acció de bacteris, fongs i cucs. El compost fa més esponjosa la terra de "
      .. "l'hort i ajuda a retenir-hi l'aigua.",
    { "Residus de cuina per al compost",
      "Les pells de verdura, el marro de cafè i les fulles de te aporten molt de nitrogen al compost. La carn, el "
        .. "peix i els productes làctics atrauen les rates i no han d'anar al compost. Les closques d'ou es "
        .. "descomponen a poc a poc en el compost i convé esmicolar-les. Les pells de cítrics es poden afegir al "
        .. "compost en petites quantitats quan la pila de compost està ben barrejada." },
    { "Cura del compost",
      "El compost ha d'estar humit com una esponja escorreguda. El compost sec gairebé no es descompon, mentre "
        .. "que el compost massa moll es queda sense aire i comença a fer olor. Una barreja de materials verds i "
        .. "marrons dona al compost l'equilibri adequat entre nitrogen i carboni. El compost que es remena cada "
        .. "mes està a punt al cap de mig any." },
  },
  lt = {
    keyword = "kompostas", sources = "Šaltiniai",
    "Kompostas yra tamsi ir maistinga žemė, kuri susidaro, kai bakterijos, grybai ir sliekai suskaido augalų liekanas "
      .. "ir virtuvės atliekas. Kompostas purena sodo dirvą ir padeda joje išlaikyti vandenį.",
    { "Virtuvės atliekos kompostui",
      "Daržovių lupenos, kavos tirščiai ir arbatos lapeliai suteikia kompostui daug azoto. Mėsa, žuvis ir pieno "
        .. "produktai vilioja žiurkes ir kompostui netinka. Kiaušinių lukštai komposte suyra lėtai, todėl juos verta "
        .. "susmulkinti. Citrusinių vaisių žievelės gali patekti į kompostą nedideliais kiekiais, jeigu kompostas "
        .. "gerai išmaišomas." },
    { "Komposto priežiūra",
      "Kompostas turi būti drėgnas kaip nugręžta kempinė. Sausas kompostas beveik nesuyra, o per šlapias kompostas "
        .. "lieka be oro ir pradeda skleisti kvapą. Žalių ir sausų medžiagų mišinys suteikia kompostui tinkamą azoto "
        .. "ir anglies santykį. Kas mėnesį perkasamas kompostas būna paruoštas maždaug po pusės metų." },
  },
  eu = {
    keyword = "konposta", sources = "Iturriak",
    "Konposta lur ilun eta elikagai askoko bat da, eta landare-hondarrak bakterioek, onddoek eta zizareek "
      .. "deskonposatzen dituztenean sortzen da. Konpostak lorategiko lurra harrotzen du, eta ura gordetzen laguntzen "
      .. "dio.",
    { "Sukaldeko hondakinak konposterako",
      "Barazkien azalek, kafe-hondarrek eta te-hostoek nitrogeno asko ematen diote konpostari. Haragiak, arrainak eta "
        .. "esnekiek arratoiak erakartzen dituzte, eta ez dira konposterako egokiak. Arrautza-oskolak astiro "
        .. "deskonposatzen dira konpostean, eta komeni da txikitzea. Zitrikoen azalak kantitate txikietan sar "
        .. "daitezke konpostean, konposta ondo nahasten bada." },
    { "Konpostaren zaintza",
      "Konpostak heze egon behar du, xukatutako belaki bat bezala. Konposta lehorra ia ez da deskonposatzen, eta "
        .. "konposta bustiegia airerik gabe geratzen da eta kiratsa botatzen hasten da. Material berdeen eta lehorren "
        .. "nahasketak nitrogenoaren eta karbonoaren arteko oreka egokia ematen dio konpostari. Hilero iraultzen den "
        .. "konposta sei hilabetean egoten da prest." },
  },
  ru = {
    keyword = "компост", question = "что такое компост", title = "Что такое компост?",
    sources = "Источники",
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
    sources = "Πηγές",
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
    keyword = "kompost", question = "kompost nedir", title = "Kompost nedir?", sources = "Kaynaklar",
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
    keyword = "kompos", question = "apa itu kompos", title = "Apa itu kompos?", sources = "Sumber",
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
} }

function compost.document(tag)
  local page = compost.pages[tag]
  local parts = { ("---\ntitle: %s\nurl: https://www.example.org/%s/\n---\n\n# %s"):format(page.keyword, tag,
    page.keyword), page[1] }
  for i = 2, #page do
    parts[#parts + 1] = "## " .. page[i][1]
    parts[#parts + 1] = page[i][2]
  end
  return table.concat(parts, "\n\n") .. "\n"
end

function compost.first_sentences(tag)
  local page, list = compost.pages[tag], {}
  for i, part in ipairs(page) do
    list[i] = (type(part) == "table" and part[2] or part):match("^.-" .. (page.stop or "%."))
  end
  return list
end

return compost
