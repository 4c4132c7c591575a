// test_languages.mjs: the page in five languages: the browser's or the chosen one, kept over a reload, also for the sentences
// of the referee; the layout of the longest and the densest texts; piece letters that do not reach exports.
import { axe } from "../axe.mjs";
import { equal, test } from "../harness.mjs";
import { firstView, seenAt } from "./test_layout.mjs";

const SPOKEN = {
    en: ["en-GB", "en", "New game", "e2, white pawn", "The rook on a1 cannot move to a5: the pawn on a2 is in the way. (Laws, 3.5)", "White wins by checkmate (5.1.1).",
        "Chess by the FIDE Laws", "Atomic chess"],
    de: ["de-AT", "de", "Neue Partie", "e2, weißer Bauer", "Der Turm auf a1 kann nicht nach a5 ziehen: Der Bauer auf a2 steht im Weg. (FIDE-Regeln, 3.5)", "Weiß gewinnt durch Matt (5.1.1).",
        "Schach nach den FIDE-Regeln", "Atomschach"],
    fr: ["fr-CA", "fr", "Nouvelle partie", "e2, pion blanc", "La tour en a1 ne peut pas aller en a5\u00a0: le pion en a2 fait obstacle. (Règles, 3.5)", "Les Blancs gagnent par échec et mat (5.1.1).",
        "Échecs selon les Règles de la FIDE", "Échecs atomiques"],
    es: ["es-MX", "es", "Nueva partida", "e2, peón blanco", "La torre de a1 no puede ir a a5: el peón de a2 está en medio. (Leyes, 3.5)", "Ganan las blancas por jaque mate (5.1.1).",
        "Ajedrez según las Leyes de la FIDE", "Ajedrez atómico"],
    zh: ["zh-CN", "zh-Hans", "新对局", "e2, 白兵", "a1的车不能走到a5：a2的兵挡住了去路。 （棋规3.5）", "将死，白方胜（5.1.1）。",
        "国际象棋（国际棋联规则）", "原子棋"],
};

for (const [tag, [locale, lang, title, pawn, refusal, mate, rules, atomic]] of Object.entries(SPOKEN))
    test(`language ${tag}: from the browser, with the referee's sentences`, async (player) => {
        const one = await player({ locale, bypassCSP: true });
        await one.go();
        equal(await one.page.evaluate(() => document.documentElement.lang), lang);
        equal(await one.page.locator("h1").first().textContent(), title);
        const option = one.page.locator("form option[value=atomic]");
        equal(await option.textContent(), atomic);
        await axe(one, "home");
        await one.shot(`language-${tag}-home`);
        await one.make({ rules: "chess" });
        equal(await one.cell("e2").getAttribute("aria-label"), pawn);
        equal(await one.page.locator(".rules-title").textContent(), rules);
        await one.type("a1a5");
        await one.page.locator(".message.bad").waitFor();
        equal(await one.page.locator(".message").textContent().then((text) => text.startsWith(refusal)), true,
              await one.page.locator(".message").textContent());
        await one.shot(`language-${tag}-game`);
        await one.make({ rules: "chess", fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" });
        await one.type("Ra8");
        await one.page.locator(".ending").waitFor();
        equal(await one.page.locator(".ending p").first().textContent(), mate);
        await one.page.locator(".heading .why").click();
        await one.page.locator(".cause").first().waitFor();
        await one.shot(`language-${tag}-why`);
        await one.go("#/setup");
        await one.page.locator(".faults.fine").waitFor();
        await one.shot(`language-${tag}-setup`);
    });

test("on a phone the bar has one row for the pages and the button one for its word, in every language", async (player) => {
    const one = await player({ viewport: { width: 320, height: 640 } });
    for (const tag of Object.keys(SPOKEN)) {
        await one.go("#/");
        await one.page.locator("#language").selectOption(tag);
        await one.until(() => one.page.locator("h1").first().textContent(), SPOKEN[tag][2]);
        for (const width of [320, 375]) {
            await one.page.setViewportSize({ width, height: 640 });
            const rows = await one.page.locator(".bar nav a").evaluateAll((links) => new Set(links.map((link) => Math.round(link.getBoundingClientRect().top))).size);
            equal(rows, 1, `${tag}, ${width} px:`);
        }
        await one.make({ rules: "chess" });
        const { height } = await one.page.locator(".typed button").boundingBox();
        equal(height < 48, true, `${tag}, a button ${height} px high:`);
    }
});

test("what the server cannot do is said in the language of the page", async (player) => {
    const one = await player({ locale: "de-DE" });
    await one.make({ rules: "chess", fen: "4k3/p7/8/8/8/8/P7/R3K3 w - - 99 80" });
    await one.page.getByRole("button", { name: "Mit einem Zug Remis beanspruchen" }).click();
    await one.type("a4");
    await one.message("Mit diesem Zug kann kein Remis beansprucht werden (9.2.1, 9.3.1).");
    await one.page.locator(".explanation").getByText("Mit a4 wären es 0 Züge ohne Schlagen und ohne Bauernzug.").waitFor();
    await one.go("#/open");
    for (const [fen, said] of [["8/8/8 w - - 0 1", "Die FEN ist ab Byte 6 nicht lesbar: es sind zu wenige Reihen."],
        ["8/8/8/8/8/8/8/K7 w - - 0 1", "Die Stellung ist nicht spielbar: Schwarz hat keinen König."]]) {
        await one.page.locator("textarea").fill(fen);
        await one.page.getByRole("button", { name: "Öffnen", exact: true }).click();
        await one.message(said);
    }
});

test("the switch of languages: at once, what was typed stays, kept over a reload", async (player) => {
    const one = await player({ locale: "it-IT" }); // the page has no Italian and shows English
    await one.go();
    const title = () => one.page.locator("h1").first().textContent();
    equal(await title(), "New game");
    await one.page.getByLabel("White's name").fill("Zoë");
    await one.page.locator("#language").selectOption("fr");
    await one.until(title, "Nouvelle partie");
    equal(await one.page.getByLabel("Nom des Blancs").inputValue(), "Zoë");
    equal(await one.page.locator("header nav").textContent().then((text) => text.includes("Composer")), true);
    await one.page.reload();
    await one.until(title, "Nouvelle partie");
    await one.go("#/bots");
    await one.page.getByText("Aucun bot n’est là").waitFor();
    await one.page.locator("#language").selectOption("es");
    await one.page.getByText("No hay ningún bot aquí").waitFor();
    await one.go("#/");
    await one.page.locator("#language").selectOption("en");
    await one.until(title, "New game");
});

for (const [tag, locale] of [["de", "de-DE"], ["fr", "fr-FR"], ["es", "es-ES"], ["zh", "zh-CN"]])
    test(`layout in ${tag}: nothing overlaps, is cut or sticks out, on a phone and a low screen`, async (player) => {
        const sizes = [[320, 640], [1280, 600]];
        const one = await player({ locale, viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
        await one.go("#/");
        await seenAt(one, [...sizes, [375, 667], [667, 375]], "first page", `language-${tag}-home`);
        await one.go("#/setup");
        await seenAt(one, sizes, "editor");
        await one.make({ rules: "chess", clock: { initial_ms: 300000, increment_ms: 0 } });
        await one.type("Ra5");
        await one.page.locator(".message.bad").waitFor();
        await seenAt(one, sizes, "game", `language-${tag}-game`);
        await one.make({ rules: "chess", fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1" });
        await one.page.locator(".heading .why").click();
        await one.page.locator(".cause").first().waitFor();
        await seenAt(one, sizes, "why");
        await one.go("#/open");
        await seenAt(one, sizes, "open");
        await one.go("#/bots");
        await one.page.locator(".bots-here .hint").waitFor();
        await seenAt(one, sizes, "arena", `language-${tag}-arena`);
    });

test("piece letters of the language and figurines; the export has those of PGN", async (player) => {
    const one = await player({ locale: "de-DE" });
    await one.make({ rules: "chess" });
    const move = () => one.page.locator(".moves .move").first().textContent();
    const looks = one.page.locator(".looks select").last();
    await one.type("Nf3");
    await one.at(1);
    equal(await move(), "Nf3");
    await one.page.locator(".looks").evaluate((each) => { for (let box = each; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true; });
    await looks.selectOption("own");
    await one.until(move, "Sf3");
    await one.type("Sf6"); // typed as it is shown
    await one.at(2);
    await looks.selectOption("figurines");
    await one.until(move, "♘f3");
    const pgn = await one.page.evaluate(async () => (await fetch(`/api/games/${location.hash.split("/")[2]}/pgn`)).text());
    equal(/1\. Nf3 Nf6/.test(pgn), true, pgn);
});

test("the first view in German stays under 200 KB", async (player) => {
    const one = await player({ locale: "de-DE" });
    const { wire } = await firstView(one);
    equal(wire > 50 * 1024 && wire < 200 * 1024, true, `${wire} bytes:`);
});
