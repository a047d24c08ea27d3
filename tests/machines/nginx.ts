import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call, eventually, must, ROOT } from '../processes.ts';

const PROGRAM = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
  existsSync(file),
);

export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/** nginx with the configuration of docs/nginx.conf, in front of servers on these ports of this machine. */
export async function startNginx(folder: string, port: number, servers: readonly number[]): Promise<Nginx> {
  if (!PROGRAM) throw new Error('nginx is not installed; on Debian: apt-get install nginx-light.');
  const documented = await readFile(path.join(ROOT, 'docs/nginx.conf'), 'utf8');
  let n = 0;
  const site = documented
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/server 127\.0\.0\.1:300\d/g, () => `server 127.0.0.1:${servers[n++]}`);
  if (n !== servers.length) throw new Error(`docs/nginx.conf names ${n} servers, not ${servers.length}.`);
  const home = path.join(folder, 'nginx');
  await mkdir(home, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${home}/${kind};`)
    .join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    path.join(home, 'nginx.conf'),
    `${user} daemon off; pid ${home}/nginx.pid; error_log ${home}/error.log;
     events { worker_connections 1024; }
     http { access_log off; ${temporary}\n${site} }`,
  );
  const child = spawn(PROGRAM, ['-p', home, '-c', path.join(home, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => must(await call(url, undefined, 'GET', '/health'), 200), 20_000);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
