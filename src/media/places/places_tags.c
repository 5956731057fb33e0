#include "media/places/places_tags.h"

static const struct place_tag rows[] = {
    /* food and drink */
    {PLACE_TAG_PLACE, "amenity=cafe|shop=coffee",
     "coffee café cafe coffeehouse espresso kaffee kaffeehaus cafetería "
     "cafeteria brunch breakfast frühstück"},
    {PLACE_TAG_PLACE, "amenity=cafe|shop=tea", "tea tearoom teahouse tee teehaus thé té tetería"},
    {PLACE_TAG_PLACE, "amenity=restaurant",
     "restaurant dinner lunch food eatery dining gastronomie essen comida "
     "restaurante bistro bistrot trattoria"},
    {PLACE_TAG_PLACE, "amenity=fast_food", "takeaway takeout imbiss snack streetfood"},
    {PLACE_TAG_PLACE, "amenity=bar", "bar cocktail lounge kneipe coctelería"},
    {PLACE_TAG_PLACE, "amenity=pub", "pub taproom taverne"},
    {PLACE_TAG_PLACE, "amenity=biergarten", "biergarten beergarden"},
    {PLACE_TAG_PLACE, "craft=brewery|microbrewery=yes", "brewery breweries brewpub brauerei brasserie cervecería"},
    {PLACE_TAG_PLACE, "craft=winery|shop=wine",
     "wine winery wineries vineyard weingut weinhandlung vin vino bodega "
     "weinladen vinothek"},
    {PLACE_TAG_PLACE, "amenity=nightclub", "nightclub club disco diskothek discothèque discoteca"},
    {PLACE_TAG_PLACE, "amenity=ice_cream|shop=ice_cream",
     "ice gelato gelateria eisdiele eiscafé glacier heladería "
     "heladeria glace helado"},
    {PLACE_TAG_PLACE, "shop=bakery", "bakery bakeries bread bäckerei bäcker boulangerie panadería panaderia"},
    {PLACE_TAG_PLACE, "shop=pastry|shop=confectionery",
     "pastry pastries patisserie pâtisserie konditorei cake dessert "
     "kuchen pastelería pasteleria confectionery"},
    {PLACE_TAG_PLACE, "shop=chocolate", "chocolate chocolatier chocolaterie schokolade chocolatería"},
    {PLACE_TAG_PLACE, "shop=cheese", "cheese cheesemonger käse fromagerie quesería"},
    {PLACE_TAG_PLACE, "shop=butcher", "butcher metzgerei metzger fleischerei boucherie carnicería carniceria"},
    {PLACE_TAG_PLACE, "shop=deli", "deli delicatessen feinkost épicerie"},
    {PLACE_TAG_PLACE, "shop=supermarket", "supermarket grocery groceries supermarkt supermarché supermercado"},
    {PLACE_TAG_PLACE, "amenity=marketplace", "market markt wochenmarkt marché mercado"},
    /* sleep */
    {PLACE_TAG_PLACE, "tourism=hotel", "hotel hôtel"},
    {PLACE_TAG_PLACE, "tourism=hostel", "hostel jugendherberge auberge albergue"},
    {PLACE_TAG_PLACE, "tourism=guest_house", "guesthouse b&b bnb pension pensión gästehaus inn"},
    {PLACE_TAG_PLACE, "tourism=apartment", "apartment ferienwohnung appartement apartamento"},
    {PLACE_TAG_PLACE, "tourism=camp_site", "campsite camping campground campingplatz"},
    /* to see */
    {PLACE_TAG_PLACE, "tourism=museum", "museum museen musée museo"},
    {PLACE_TAG_PLACE, "tourism=gallery", "gallery galleries galerie galería"},
    {PLACE_TAG_PLACE, "tourism=attraction|tourism=viewpoint|historic=castle",
     "attraction sight sightseeing sehenswürdigkeit atracción landmark"},
    {PLACE_TAG_PLACE, "tourism=viewpoint", "viewpoint lookout aussichtspunkt mirador panorama"},
    {PLACE_TAG_PLACE, "tourism=zoo", "zoo tierpark zoológico"},
    {PLACE_TAG_PLACE, "tourism=aquarium", "aquarium acuario"},
    {PLACE_TAG_PLACE, "tourism=theme_park", "themepark freizeitpark amusement"},
    {PLACE_TAG_PLACE, "historic=castle", "castle burg schloss château castillo palace palast"},
    {PLACE_TAG_PLACE, "amenity=place_of_worship", "church cathedral mosque synagogue temple kirche dom église iglesia"},
    {PLACE_TAG_PLACE, "amenity=theatre", "theatre theater théâtre teatro"},
    {PLACE_TAG_PLACE, "amenity=cinema", "cinema kino cinéma cine"},
    {PLACE_TAG_PLACE, "amenity=library", "library libraries bibliothek bücherei bibliothèque biblioteca"},
    {PLACE_TAG_PLACE, "leisure=park|leisure=garden", "park garden garten jardin jardín parc parque"},
    {PLACE_TAG_PLACE, "leisure=playground", "playground spielplatz spielplätze"},
    {PLACE_TAG_PLACE, "natural=beach", "beach strand plage playa"},
    /* sport and wellness */
    {PLACE_TAG_PLACE, "leisure=fitness_centre", "gym fitness fitnessstudio gimnasio crossfit"},
    {PLACE_TAG_PLACE, "sport=yoga|leisure=fitness_centre", "yoga pilates"},
    {PLACE_TAG_PLACE, "leisure=swimming_pool|leisure=sports_centre",
     "swimming pool schwimmbad freibad piscine piscina"},
    {PLACE_TAG_PLACE, "sport=climbing", "climbing bouldering kletterhalle boulderhalle escalade escalada"},
    {PLACE_TAG_PLACE, "leisure=golf_course", "golf"},
    {PLACE_TAG_PLACE, "leisure=bowling_alley", "bowling bowlingbahn"},
    {PLACE_TAG_PLACE, "leisure=sauna|leisure=spa", "spa sauna wellness therme"},
    {PLACE_TAG_PLACE, "shop=massage", "massage masaje"},
    {PLACE_TAG_PLACE, "shop=hairdresser", "hairdresser barber barbershop friseur frisör coiffeur peluquería hair"},
    {PLACE_TAG_PLACE, "shop=beauty", "beauty nail kosmetik kosmetikstudio esthéticienne"},
    {PLACE_TAG_PLACE, "shop=tattoo", "tattoo tätowierer tatouage tatuaje"},
    /* health and help */
    {PLACE_TAG_PLACE, "amenity=dentist|healthcare=dentist", "dentist zahnarzt zahnärzte dentiste dentista dental"},
    {PLACE_TAG_PLACE, "amenity=doctors|healthcare=doctor", "doctor physician arzt ärzte médecin médico"},
    {PLACE_TAG_PLACE, "amenity=hospital", "hospital krankenhaus krankenhäuser hôpital hôpitaux"},
    {PLACE_TAG_PLACE, "amenity=pharmacy", "pharmacy pharmacies apotheke pharmacie farmacia drugstore"},
    {PLACE_TAG_PLACE, "amenity=veterinary", "vet veterinarian veterinary tierarzt tierärzte vétérinaire veterinario"},
    {PLACE_TAG_PLACE, "healthcare=physiotherapist", "physiotherapist physiotherapy physiotherapie fisioterapeuta"},
    {PLACE_TAG_PLACE, "shop=optician", "optician optiker opticien óptica"},
    {PLACE_TAG_PLACE, "office=lawyer", "lawyer attorney anwalt anwälte avocat abogado"},
    {PLACE_TAG_PLACE, "office=estate_agent", "realtor makler immobilienmakler immobilier inmobiliaria"},
    {PLACE_TAG_PLACE, "amenity=kindergarten", "kindergarten daycare nursery kita crèche guardería"},
    {PLACE_TAG_PLACE, "amenity=school", "school schule école escuela"},
    {PLACE_TAG_PLACE, "amenity=coworking_space|office=coworking", "coworking"},
    {PLACE_TAG_PLACE, "amenity=bank", "bank banque banco"},
    /* shops and craft */
    {PLACE_TAG_PLACE, "shop=books", "book bookshop bookstore buchhandlung buchladen librairie librería libreria"},
    {PLACE_TAG_PLACE, "shop=music", "record vinyl plattenladen disquaire"},
    {PLACE_TAG_PLACE, "shop=clothes", "clothes clothing fashion mode boutique ropa"},
    {PLACE_TAG_PLACE, "shop=second_hand|shop=charity|second_hand=yes", "vintage thrift secondhand friperie"},
    {PLACE_TAG_PLACE, "shop=shoes", "shoe schuh schuhgeschäft chaussure zapatería zapateria"},
    {PLACE_TAG_PLACE, "shop=jewelry", "jeweller jeweler jewelry jewellery juwelier bijouterie joyería joyeria"},
    {PLACE_TAG_PLACE, "shop=florist", "florist flower blumenladen blumen fleuriste floristería"},
    {PLACE_TAG_PLACE, "shop=bicycle|amenity=bicycle_rental", "bike bicycle fahrrad fahrradladen vélo bicicleta"},
    {PLACE_TAG_PLACE, "shop=car_repair", "mechanic werkstatt autowerkstatt taller garage"},
    {PLACE_TAG_PLACE, "amenity=fuel", "gas petrol tankstelle gasolinera"},
    {PLACE_TAG_PLACE, "amenity=charging_station", "charging ladestation"},
    {PLACE_TAG_PLACE, "amenity=parking", "parking parkplatz parkhaus aparcamiento"},
    {PLACE_TAG_PLACE, "shop=furniture", "furniture möbel möbelhaus meuble muebles"},
    {PLACE_TAG_PLACE, "shop=toys", "toy spielzeug spielwaren jouet juguete juguetería"},
    {PLACE_TAG_PLACE, "shop=pet", "pet zoohandlung animalerie"},
    {PLACE_TAG_PLACE, "shop=garden_centre", "gärtnerei jardinerie vivero"},
    {PLACE_TAG_PLACE, "shop=laundry|shop=dry_cleaning", "laundry laundromat waschsalon reinigung laverie lavandería"},
    {PLACE_TAG_PLACE, "shop=tailor|craft=tailor", "tailor schneider schneiderei couturier sastre sastrería"},
    {PLACE_TAG_PLACE, "craft=plumber", "plumber klempner plombier fontanero"},
    {PLACE_TAG_PLACE, "craft=electrician", "electrician elektriker électricien electricista"},
    {PLACE_TAG_PLACE, "shop=mall", "mall einkaufszentrum"},
    {PLACE_TAG_PLACE, "railway=station", "train bahnhof bahnhöfe gare tren"},
    /* what restaurants cook */
    {PLACE_TAG_CUISINE, "pizza", "pizza pizzeria pizzería"},
    {PLACE_TAG_CUISINE, "italian", "italian italienisch italien italiano pasta"},
    {PLACE_TAG_CUISINE, "sushi|japanese", "sushi japanese japanisch japonais japonés ramen"},
    {PLACE_TAG_CUISINE, "chinese", "chinese chinesisch chinois chino dumpling"},
    {PLACE_TAG_CUISINE, "indian", "indian indisch indien indio curry"},
    {PLACE_TAG_CUISINE, "thai", "thai thailändisch thaï tailandés"},
    {PLACE_TAG_CUISINE, "vietnamese", "vietnamese vietnamesisch vietnamien vietnamita pho"},
    {PLACE_TAG_CUISINE, "korean", "korean koreanisch coréen coreano"},
    {PLACE_TAG_CUISINE, "mexican|tacos", "mexican mexikanisch mexicain mexicano taco burrito"},
    {PLACE_TAG_CUISINE, "greek", "greek griechisch grec griego"},
    {PLACE_TAG_CUISINE, "turkish|kebab", "turkish türkisch turc turco kebab döner"},
    {PLACE_TAG_CUISINE, "french", "french französisch français francés"},
    {PLACE_TAG_CUISINE, "spanish|tapas", "spanish spanisch espagnol español tapas"},
    {PLACE_TAG_CUISINE, "portuguese", "portuguese portugiesisch portugais portugués"},
    {PLACE_TAG_CUISINE, "german|bavarian", "german deutsch allemand alemán schnitzel"},
    {PLACE_TAG_CUISINE, "lebanese", "lebanese libanesisch libanais libanés"},
    {PLACE_TAG_CUISINE, "ethiopian", "ethiopian äthiopisch éthiopien etíope"},
    {PLACE_TAG_CUISINE, "asian", "asian asiatisch asiatique asiático"},
    {PLACE_TAG_CUISINE, "burger", "burger hamburger hamburguesa"},
    {PLACE_TAG_CUISINE, "seafood|fish", "seafood fish fisch poisson marisco marisquería"},
    {PLACE_TAG_CUISINE, "steak_house|steak|barbecue", "steak steakhouse barbecue bbq grill asador"},
    {PLACE_TAG_CUISINE, "donut", "donut doughnut"},
    /* what else must be so */
    {PLACE_TAG_FLAG, "diet:vegan", "vegan végane vegano"},
    {PLACE_TAG_FLAG, "diet:vegetarian", "vegetarian vegetarisch végétarien vegetariano veggie"},
    {PLACE_TAG_FLAG, "diet:halal", "halal"},
    {PLACE_TAG_FLAG, "diet:kosher", "kosher koscher"},
    {PLACE_TAG_FLAG, "diet:gluten_free", "gluten-free glutenfrei"},
    {PLACE_TAG_FLAG, "wheelchair", "wheelchair accessible rollstuhl barrierefrei"},
    {PLACE_TAG_FLAG, "outdoor_seating", "outdoor terrace terrasse terraza rooftop"},
    {PLACE_TAG_FLAG, "internet_access", "wifi wlan"},
    {PLACE_TAG_FLAG, "dog", "dog-friendly hundefreundlich"},
    /* no more than a shop or a house */
    {PLACE_TAG_GENERIC, "shop", "shop store boutiques laden läden geschäft magasin tienda"},
    {PLACE_TAG_GENERIC, "",
     "house room station centre center studio salon parlor parlour cream clinic klinik clinique "
     "clínica office firm company eat drink stay cuisine küche street"},
};

/* Endings of plurals, and of adjectives before a noun. */
static const char *const endings[] = {"", "s", "es", "e", "n", "en", "er", "x", "a", "as", "os"};

static bool is_form(struct str word, struct str singular)
{
    if (!str_starts(word, singular))
        return false;
    struct str rest = {word.data + singular.len, word.len - singular.len};
    if (singular.len < 4 && rest.len && !str_eq(rest, STR("s")))
        return false;
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (str_eq(rest, str_from(endings[i])))
            return true;
    return false;
}

/* A word that stands in the table as it is goes before the plural of another. */
static const struct place_tag *tags_find(struct str word, bool is_exact)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (struct str rest = str_from(rows[i].words), one; str_split(&rest, ' ', &one);)
            if (is_exact ? str_eq(word, one) : one.len && is_form(word, one))
                return &rows[i];
    return NULL;
}

const struct place_tag *place_tag_find(struct str word)
{
    const struct place_tag *row = word.len ? tags_find(word, true) : NULL;
    return row || !word.len ? row : tags_find(word, false);
}
