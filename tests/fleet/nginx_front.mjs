// nginx_front.mjs: runs nginx in front of several servers, with the configuration of docs/fleet.md.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../server/lib.mjs";

const manual = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../docs/fleet.md");
export const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));

// Starts nginx with its files in `home`. `host` is the host name that it sends to the servers, whatever the client says.
export async function startNginx(home, ports, { host = "$host", patience = "75s" } = {}) {
    const port = await freePort();
    mkdirSync(home);
    let at = 0;
    const lines = /```nginx\n([\s\S]*?)```/.exec(readFileSync(manual, "utf8"))[1].replace("listen 80", `listen 127.0.0.1:${port}`)
        .replace(/10\.0\.0\.1\d:8377/g, () => `127.0.0.1:${ports[at++]}`).replace("75s", patience).replace("Host $host", `Host ${host}`);
    writeFileSync(path.join(home, "nginx.conf"), `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1;
events { worker_connections 4096; }
http { access_log off; client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; fastcgi_temp_path ${home}/c; uwsgi_temp_path ${home}/d; scgi_temp_path ${home}/e;
${lines} }`);
    const child = spawn(nginx, ["-c", path.join(home, "nginx.conf"), "-p", home, "-e", path.join(home, "error.log")], { stdio: "ignore" });
    process.on("exit", () => child.kill("SIGTERM"));
    return { port, pid: child.pid, stop: () => child.kill("SIGTERM") };
}
