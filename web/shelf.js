// shelf.js: the file that is open in this tab, kept in the browser over a reload. What is on the shelf
// of a tab that was closed is thrown away after a day.
const DAY = 24 * 60 * 60 * 1000;

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

function tab() {
    const known = sessionStorage.getItem("arbiter.tab") ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem("arbiter.tab", known);
    return known;
}

// Whether the browser has taken it.
export async function keep(file) {
    try {
        await shelf("readwrite", (files) => {
            files.openCursor().onsuccess = ({ target: { result: at } }) => {
                if (!at) return;
                if (at.value.when < Date.now() - DAY) at.delete();
                at.continue();
            };
            files.put({ ...file, tab: tab(), when: Date.now() });
        });
        return true;
    } catch {
        return false;
    }
}

// What this tab kept, or null.
export async function fetchBack() {
    try {
        return await shelf("readonly", (files) => files.get(tab())) ?? null;
    } catch {
        return null;
    }
}
