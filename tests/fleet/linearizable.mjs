// linearizable.mjs: decides whether what clients saw of a game is linearizable. A game is a list of steps that
// only grows; every answer has its length (the version), so the order of all operations is found without
// a search: by version, and a step before the reads of that version.
//
// An operation: { kind: "move", request, from, to, version } that was answered with 200,
// { kind: "move", request, from, to: Infinity, version: null } whose fate is not known,
// { kind: "move", request, from, to, version: 0 } that was refused for good,
// { kind: "read", from, to, version, request } with the request of the last step that it shows.
// `from` and `to` are the times of the first request and of the last answer.
// `log` is what the store holds at the end: [{ n, request, fence }], in order.

export function violations(operations, log) {
    const found = [], place = new Map();
    const say = (what, operation) => found.push(`${what}: ${JSON.stringify(operation)}`);
    for (const [i, step] of log.entries()) {
        if (step.n !== i + 1) say("a step is missing or there twice", step);
        if (i > 0 && step.fence < log[i - 1].fence) say("two owners wrote in turns", step);
        if (step.request === "") continue;
        if (place.has(step.request)) say("a request was applied twice", step);
        place.set(step.request, step.n);
    }
    const seen = []; // operations with the version at which they took effect
    for (const operation of operations) {
        const at = operation.kind === "move" ? place.get(operation.request) : operation.version;
        if (operation.kind === "read") {
            if (operation.version > log.length) say("a step that was shown is lost", operation);
            else if (operation.version > 0 && operation.request !== undefined && log[operation.version - 1].request !== operation.request)
                say("a read shows another game than the store's", operation);
        } else if (operation.version === 0) {
            if (at !== undefined) say("a move that was refused was applied", operation);
            continue;
        } else if (operation.version === null) {
            if (at === undefined) continue; // it did not happen
        } else if (at === undefined) {
            say("a move that was acknowledged is lost", operation);
            continue;
        } else if (at !== operation.version) {
            say(`a move was acknowledged as another step than ${at}`, operation);
        }
        seen.push({ ...operation, at });
    }
    // Real time: an operation that begins after another has ended must come behind it.
    const begins = [...seen].sort((a, b) => a.from - b.from), ends = [...seen].sort((a, b) => a.to - b.to);
    let ended = 0, newest = 0;
    for (const operation of begins) {
        for (; ended < ends.length && ends[ended].to < operation.from; ended++) newest = Math.max(newest, ends[ended].at);
        if (operation.at < newest) say(`older than ${newest}, which somebody had been shown before`, operation);
        else if (operation.kind === "move" && operation.at === newest)
            say(`its step had been shown before it was asked for`, operation);
    }
    return found;
}
