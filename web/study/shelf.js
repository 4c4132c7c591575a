// shelf.js: files that were opened and studies that were made. The browser keeps them after a reload, after the end of the tab, and
// without a network. Each tab knows which of them it has open; the oldest ones make room for new ones.
const MOST_FILES = 40;
const MOST_TEXT = 128 * 1024 * 1024; // characters of all of them

const ended = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.oncomplete = () => resolve(undefined);
    request.onerror = request.onabort = request.onblocked = () => reject(request.error);
});

async function shelf(mode, use) {
    const opening = indexedDB.open("arbiter", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files", { keyPath: "tab" });
    const base = await ended(opening);
    try {
        const change = base.transaction("files", mode);
        const value = use(change.objectStore("files"));
        const done = ended(change);
        const result = value ? await ended(value) : undefined;
        await done;
        return result;
    } finally {
        base.close();
    }
}

// The file that this tab has open, by its number on the shelf.
const takeNumber = (number) => { sessionStorage.setItem("arbiter.tab", number); return number; };
export const another = () => takeNumber(crypto.getRandomValues(new Uint32Array(2)).join("-"));
export const openNumber = () => sessionStorage.getItem("arbiter.tab") ?? another();

// The entries to remove, so that there is room for the newest ones.
function outgrown(files) {
    let room = MOST_TEXT;
    return files.toSorted((a, b) => b.when - a.when).filter(({ text }, index) => (room -= text.length) < 0 || index >= MOST_FILES);
}

// `file` is { text, named, title, count }. Resolves to true if the browser has stored it.
export async function keep(file) {
    try {
        await shelf("readwrite", (files) => {
            const fresh = { ...file, tab: openNumber(), when: Date.now() };
            files.put(fresh);
            files.getAll().onsuccess = ({ target: { result: all } }) => {
                for (const { tab } of outgrown(all)) if (tab !== fresh.tab) files.delete(tab);
            };
        });
        return true;
    } catch {
        return false;
    }
}

// What this tab has open, or null.
export async function fetchBack() {
    try {
        return await shelf("readonly", (files) => files.get(openNumber())) ?? null;
    } catch {
        return null;
    }
}

// All that is kept, the newest first: [{ number, title, count, when }].
export async function listKept() {
    try {
        const all = await shelf("readonly", (files) => files.getAll());
        return all.toSorted((a, b) => b.when - a.when).map(({ tab, title, count, when }) => ({ number: tab, title, count, when }));
    } catch {
        return [];
    }
}

export async function takeBack(number) {
    takeNumber(number);
    return fetchBack();
}

export const throwAway = (number) => shelf("readwrite", (files) => { files.delete(number); }).catch(() => {});
