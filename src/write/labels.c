#include "write/labels.h"

static const struct labels table[] = {
    {"en", "Conclusion", "Frequently Asked Questions", "Key takeaways", "Sources"},
    {"de", "Fazit", "Häufige Fragen", "Das Wichtigste in Kürze", "Quellen"},
    {"fr", "Conclusion", "Questions fréquentes", "L’essentiel", "Sources"},
    {"es", "Conclusión", "Preguntas frecuentes", "Lo más importante", "Fuentes"},
    {"it", "Conclusione", "Domande frequenti", "In sintesi", "Fonti"},
    {"pt", "Conclusão", "Perguntas frequentes", "Principais pontos", "Fontes"},
    {"nl", "Conclusie", "Veelgestelde vragen", "Het belangrijkste in het kort", "Bronnen"},
    {"sv", "Slutsats", "Vanliga frågor", "Det viktigaste i korthet", "Källor"},
};

const struct labels *labels_for(const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(table); i++)
        if (strcmp(table[i].tag, language->tag) == 0)
            return &table[i];
    return NULL;
}
