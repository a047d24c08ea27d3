import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR = 365 * 24 * 3600;

/** Serves the built workbench; any path that is not a file is a page of its router. */
export async function serveWorkbench(app: FastifyInstance, dist: string): Promise<void> {
  if (!fs.existsSync(path.join(dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isImmutable = path.relative(dist, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
}

/** Sends the workbench for a page of its router; returns undefined when the path names a missing file. */
export function sendPage(reply: FastifyReply, url: string, dist: string): FastifyReply | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  if (/\.[a-z0-9]{1,8}$/i.test(pathname) || !fs.existsSync(path.join(dist, 'index.html'))) return undefined;
  return reply.sendFile('index.html');
}
