// http_socket.mjs: HTTP/1.1 over a persistent socket, as cheap as possible, so that the client adds little to the
// load of a test. Requests are sent at once, one behind the other, and answers come back in order.
import net from "node:net";

export class Wire {
    constructor(port, host) {
        this.port = port;
        this.host = host;
        this.waiting = [];
        this.got = "";
    }

    open() {
        const socket = net.connect(this.port, "127.0.0.1");
        socket.setNoDelay(true);
        socket.setEncoding("latin1");
        const end = () => {
            if (this.socket !== socket) return;
            this.socket = null;
            this.got = "";
            clearTimeout(this.timer);
            for (const { resolve } of this.waiting.splice(0)) resolve({ status: 0, text: "" });
        };
        socket.on("data", (data) => { this.got += data; this.read(socket); });
        socket.on("error", end);
        socket.on("close", end);
        this.socket = socket;
        this.end = () => { socket.destroy(); end(); };
    }

    read(socket) {
        for (let head; this.socket === socket && (head = this.got.indexOf("\r\n\r\n")) >= 0;) {
            const length = /\r\ncontent-length: *(\d+)/i.exec(this.got.slice(0, head + 2));
            const end = head + 4 + Number(length?.[1] ?? 0);
            if (this.got.length < end) return;
            const status = Number(this.got.slice(9, 12)), text = this.got.slice(head + 4, end);
            const last = /\r\nconnection: *close/i.test(this.got.slice(0, head + 2));
            this.got = this.got.slice(end);
            this.waiting.shift()?.resolve({ status, text });
            if (last) this.end();
        }
    }

    // Resolves to { status, text }; status 0 means that the connection ended or nothing came for 8 seconds.
    ask(where, { body, token } = {}) {
        if (!this.socket) this.open();
        return new Promise((resolve) => {
            const mine = { resolve: (answer) => { clearTimeout(timer); resolve(answer); } };
            const timer = setTimeout(() => this.end(), 8000);
            this.waiting.push(mine);
            this.socket.write(`${body === undefined ? "GET" : "POST"} ${where} HTTP/1.1\r\nHost: ${this.host}\r\n` +
                (token ? `Authorization: Bearer ${token}\r\n` : "") +
                (body === undefined ? "\r\n" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));
        });
    }
}
