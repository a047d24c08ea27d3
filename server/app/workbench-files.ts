import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR = 365 * 24 * 3600;

/** Serves the built workbench; any path that is no file is a page of its router. */
export async function serveWorkbench(app: FastifyInstance, dist: string): Promise<void> {
  if (!fs.existsSync(path.join(dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const kept = path.relative(dist, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', kept ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
}

/** A page of the workbench's router, or undefined where the path names a file that is not there. */
export function sendPage(reply: FastifyReply, url: string, dist: string): FastifyReply | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  if (/\.[a-z0-9]{1,8}$/i.test(pathname) || !fs.existsSync(path.join(dist, 'index.html'))) return undefined;
  return reply.sendFile('index.html');
}
