/* finding_language.c: what the checker itself says, in every language. Layer: collection.
 *
 * Sentences of the library, which most findings are, come from the library's own tables. */
#include "collection/checker/checker.h"
#include "common/smaller_of.h"

#include <stdio.h>
#include <string.h>

/* Each sentence by arb_language; %1, %2 and %3 are places that are filled in. */
static const char *const texts[][ARB_LANGUAGE_COUNT] = {
    {"move number %1 where %2 is due", "Zugnummer %1, fällig ist %2",
     "numéro de coup %1, %2 est attendu", "número de jugada %1, se espera %2",
     "回合数为%1，应为%2"},
    {"variations in variations past the limit of 32 are not replayed",
     "Varianten in Varianten über 32 hinaus werden nicht nachgespielt",
     "les variantes imbriquées au-delà de 32 ne sont pas rejouées",
     "las variantes dentro de variantes más allá de 32 no se reproducen",
     "超过32层的嵌套变着不予复核"},
    {"the FEN tag is no position to play from: %1", "das FEN-Tag ist keine spielbare Stellung: %1",
     "l’étiquette FEN n’est pas une position jouable : %1",
     "la etiqueta FEN no es una posición que pueda jugarse: %1", "FEN标签不是可以下的局面：%1"},
    {"the rules of %1 are not known here: --rules names a file of them",
     "die Regeln von %1 sind hier nicht bekannt: --rules nennt eine Datei mit ihnen",
     "les règles de %1 ne sont pas connues ici : --rules en nomme un fichier",
     "las reglas de %1 no se conocen aquí: --rules nombra un archivo con ellas",
     "这里不知道%1的规则：用--rules指定规则文件"},
    {"there is no Result tag", "das Result-Tag fehlt", "il n’y a pas d’étiquette Result",
     "no hay etiqueta Result", "没有Result标签"},
    {"the moves end without a result", "die Züge enden ohne Ergebnis",
     "les coups finissent sans résultat", "las jugadas terminan sin resultado",
     "着法结束处没有结果"},
    {"the Result tag says %1, the moves end with %2",
     "das Result-Tag sagt %1, die Züge enden mit %2",
     "l’étiquette Result dit %1, les coups finissent par %2",
     "la etiqueta Result dice %1, las jugadas terminan con %2", "Result标签为%1，着法以%2结束"},
    {"a comment is not closed before the game ends",
     "ein Kommentar ist vor dem Ende der Partie nicht geschlossen",
     "un commentaire n’est pas fermé avant la fin de la partie",
     "un comentario no se cierra antes del final de la partida", "有评注在对局结束前没有闭合"},
    {"a variation is not closed before the game ends",
     "eine Variante ist vor dem Ende der Partie nicht geschlossen",
     "une variante n’est pas fermée avant la fin de la partie",
     "una variante no se cierra antes del final de la partida", "有变着在对局结束前没有闭合"},
    {"a blank line in the middle of the moves", "eine Leerzeile mitten in den Zügen",
     "une ligne vide au milieu des coups", "una línea en blanco entre las jugadas",
     "着法中间有空行"},
    {"the game has no moves", "die Partie hat keine Züge", "la partie n’a pas de coups",
     "la partida no tiene jugadas", "对局没有着法"},
    {"the result is %1, the board says %2. %3", "das Ergebnis ist %1, das Brett sagt %2. %3",
     "le résultat est %1, l’échiquier dit %2. %3", "el resultado es %1, el tablero dice %2. %3",
     "结果为%1，棋盘表明%2。%3"},
    {"the result is 1-0, but White cannot mate by any series of moves: drawn (5.1.2, 6.9)",
     "das Ergebnis ist 1-0, aber Weiß kann durch keine Zugfolge matt setzen: remis (5.1.2, 6.9)",
     "le résultat est 1-0, mais les Blancs ne peuvent mater par aucune suite de coups : nulle "
     "(5.1.2, 6.9)",
     "el resultado es 1-0, pero las blancas no pueden dar mate con ninguna serie de jugadas: "
     "tablas (5.1.2, 6.9)",
     "结果为1-0，但白方通过任何一系列着法都无法将死：和棋（5.1.2、6.9）"},
    {"the result is 0-1, but Black cannot mate by any series of moves: drawn (5.1.2, 6.9)",
     "das Ergebnis ist 0-1, aber Schwarz kann durch keine Zugfolge matt setzen: remis (5.1.2, "
     "6.9)",
     "le résultat est 0-1, mais les Noirs ne peuvent mater par aucune suite de coups : nulle "
     "(5.1.2, 6.9)",
     "el resultado es 0-1, pero las negras no pueden dar mate con ninguna serie de jugadas: "
     "tablas (5.1.2, 6.9)",
     "结果为0-1，但黑方通过任何一系列着法都无法将死：和棋（5.1.2、6.9）"},
    {"the result is 1-0, but White cannot win by any series of moves: drawn",
     "das Ergebnis ist 1-0, aber Weiß kann durch keine Zugfolge gewinnen: remis",
     "le résultat est 1-0, mais les Blancs ne peuvent gagner par aucune suite de coups : nulle",
     "el resultado es 1-0, pero las blancas no pueden ganar con ninguna serie de jugadas: tablas",
     "结果为1-0，但白方通过任何一系列着法都无法取胜：和棋"},
    {"the result is 0-1, but Black cannot win by any series of moves: drawn",
     "das Ergebnis ist 0-1, aber Schwarz kann durch keine Zugfolge gewinnen: remis",
     "le résultat est 0-1, mais les Noirs ne peuvent gagner par aucune suite de coups : nulle",
     "el resultado es 0-1, pero las negras no pueden ganar con ninguna serie de jugadas: tablas",
     "结果为0-1，但黑方通过任何一系列着法都无法取胜：和棋"},
    {"a draw can be agreed only after both have moved (5.2.3)",
     "Remis kann erst vereinbart werden, wenn beide gezogen haben (5.2.3)",
     "la nulle ne peut être convenue qu’après un coup de chaque joueur (5.2.3)",
     "las tablas solo pueden acordarse después de que ambos hayan movido (5.2.3)",
     "双方都走过棋后才能协议和棋（5.2.3）"},
    {"a draw by repetition could be claimed at the end",
     "am Ende hätte Remis durch Stellungswiederholung beansprucht werden können",
     "à la fin, la nulle par répétition pouvait être réclamée",
     "al final se podían reclamar tablas por repetición", "终局时可因局面重复要求判和"},
    {"a draw by moves without capture or pawn move could be claimed at the end",
     "am Ende hätte Remis nach Zügen ohne Schlagen und Bauernzug beansprucht werden können",
     "à la fin, la nulle par coups sans prise ni coup de pion pouvait être réclamée",
     "al final se podían reclamar tablas por jugadas sin captura ni movimiento de peón",
     "终局时可因长期没有吃子和走兵要求判和"},
    {"%1 is written %2", "%1 wird %2 geschrieben", "%1 s’écrit %2", "%1 se escribe %2",
     "%1应写作%2"},
    {"a null move, which only analysis knows", "ein Nullzug, den nur Analysen kennen",
     "un coup nul, que seule l’analyse connaît", "una jugada nula, que solo existe en el análisis",
     "空着，只用于分析"},
    {"both players lost (11.8): PGN has no such result, and few programs read it",
     "beide haben verloren (11.8): PGN kennt dieses Ergebnis nicht, und wenige Programme lesen es",
     "les deux joueurs ont perdu (11.8) : PGN n’a pas ce résultat, et peu de programmes le lisent",
     "ambos jugadores han perdido (11.8): PGN no tiene ese resultado y pocos programas lo leen",
     "双方均判负（11.8）：PGN没有这种结果，能读的程序很少"},
    {"%1 gives check and carries no mark", "%1 gibt Schach und trägt kein Zeichen",
     "%1 donne échec et ne porte pas de signe", "%1 da jaque y no lleva signo",
     "%1是将军，但没有记号"},
    {"%1 gives no check", "%1 gibt kein Schach", "%1 ne donne pas échec", "%1 no da jaque",
     "%1没有将军"},
    {"%1 wins the game: '#' is due", "%1 gewinnt die Partie: '#' ist fällig",
     "%1 gagne la partie : « # » est attendu", "%1 gana la partida: corresponde '#'",
     "%1获胜：应记“#”"},
    {"%1 is check, not mate", "%1 gibt Schach, nicht matt", "%1 fait échec, non mat",
     "%1 es jaque, no mate", "%1是将军，不是将死"},
    {"that a capture is en passant is not written",
     "dass en passant geschlagen wird, schreibt man nicht",
     "qu’une prise est en passant ne s’écrit pas", "que una captura es al paso no se escribe",
     "吃过路兵不必注明"},
    {"the sign of capture does not fit the move", "das Schlagzeichen passt nicht zum Zug",
     "le signe de prise ne convient pas au coup", "el signo de captura no encaja con la jugada",
     "吃子记号与着法不符"},
    {"the letter of the piece is missing", "der Buchstabe der Figur fehlt",
     "la lettre de la pièce manque", "falta la letra de la pieza", "缺少棋子的字母"},
    {"this is no move in algebraic notation", "das ist kein Zug in algebraischer Notation",
     "ce n’est pas un coup en notation algébrique", "esto no es una jugada en notación algebraica",
     "这不是代数记谱法的着法"},
};

const char *finding_in(arb_language language, const char *english)
{
    if (language == ARB_ENGLISH || english == NULL)
        return english;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(texts[i][ARB_ENGLISH], english) == 0)
            return texts[i][language];
    return arb_text_in(language, english);
}

void finding_fill(char *buf, size_t cap, arb_language language, const char *english,
                  const char *const values[3])
{
    size_t len = 0;
    for (const char *at = finding_in(language, english); *at != '\0' && len + 1 < cap; at++) {
        if (*at != '%' || at[1] < '1' || at[1] > '3') {
            buf[len++] = *at;
            continue;
        }
        const char *value = values[*++at - '1'];
        size_t size = (size_t)smaller_of(strlen(value), cap - 1 - len);
        memcpy(buf + len, value, size);
        len += size;
    }
    buf[len] = '\0';
}

void finding_number(char text[FINDING_NUMBER], arb_language language, unsigned given, unsigned due)
{
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%u", given);
    snprintf(numbers[1], sizeof numbers[1], "%u", due);
    finding_fill(text, FINDING_NUMBER, language, "move number %1 where %2 is due",
                 (const char *const[3]){numbers[0], numbers[1], ""});
}
