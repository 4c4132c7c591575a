// test_class.mjs: a game on the teacher's screen that children join by five letters or by a camera.
import { createRequire } from "node:module";
import { join } from "node:path";
import { axe } from "../axe.mjs";
import { equal, test } from "../harness.mjs";

const jsQR = createRequire(join(process.env.WORK, "package.json"))("jsqr");

// Reads a QR code by an independent decoder from the pixels that the browser shows.
async function readCode(one, address) {
    const side = 196;
    const dark = await one.page.evaluate(async ([src, width]) => {
        const image = new Image(width, width);
        image.src = src;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width, height: width });
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, width, width);
        const { data } = context.getImageData(0, 0, width, width);
        return Array.from({ length: width * width }, (_, index) => (data[4 * index] < 128 ? 1 : 0)).join("");
    }, [address, side]);
    return jsQR(Uint8ClampedArray.from([...dark].flatMap((bit) => (bit === "1" ? [0, 0, 0, 255] : [255, 255, 255, 255]))), side, side)?.data;
}

test("two children join the game on the teacher's screen", async (player) => {
    const teacher = await player({ bypassCSP: true });
    await teacher.go();
    await teacher.page.getByRole("radio", { name: "In class" }).check({ force: true });
    await teacher.page.getByRole("button", { name: "Play", exact: true }).click();
    const codes = teacher.page.locator(".join-code");
    await codes.nth(2).waitFor();
    await teacher.page.locator(".qr").nth(2).waitFor();
    await axe(teacher, "codes to join");
    await teacher.shot("in-class");
    const cards = Object.fromEntries(await teacher.page.locator(".code-card").evaluateAll((all) =>
        all.map((card) => [card.querySelector(".label").textContent, [card.querySelector(".join-code").textContent, card.querySelector("img").src]])));
    const [white] = cards["White's seat"];
    const [black, picture] = cards["Black's seat"];
    const one = await player({ viewport: { width: 768, height: 1024 }, hasTouch: true });
    await one.go("#/join");
    await one.shot("join");
    await one.page.getByLabel("Code of five letters").fill("aeiou"); // no code has vowels
    await one.page.keyboard.press("Enter");
    await one.message("No game waits under this code");
    await one.page.getByLabel("Code of five letters").fill(white.toLowerCase());
    await one.page.getByRole("button", { name: "Join" }).click();
    await one.status("White to move");
    const two = await player();
    const address = await readCode(teacher, picture); // as a camera would
    equal(address, `${two.server.address}/#/join/${black}`);
    await two.page.goto(address);
    await two.status("White to move");
    await teacher.page.keyboard.press("Escape");
    await one.move("e2", "e4", true);
    await two.at(1);
    await two.move("e7", "e5");
    await teacher.at(2); // the teacher's screen follows the game
    await teacher.click("d2"); // but cannot move
    await teacher.message("You are watching");
    const three = await player(); // the seat is taken: its code leads nowhere
    await three.go(`#/join/${black}`);
    await three.message("No game waits under this code");
    one.errors = one.errors.filter((text) => !/404/.test(text));
    three.errors = three.errors.filter((text) => !/404/.test(text));
});

test("QR codes of every length are read by another program", async (player) => {
    const one = await player();
    await one.go("#/join");
    for (const length of [1, 14, 15, 42, 62, 84, 106]) {
        const text = Array.from({ length }, (_, index) => "http://Aa0-?&=#%"[(index * 7 + length) % 16]).join("");
        equal(await readCode(one, `api/qr?text=${encodeURIComponent(text)}`), text, `${length} bytes:`);
    }
});
