import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { ALL_CALLS } from '../../core/protocol/calls.ts';
import { serveOgcApi } from '../ogc/ogcapi/serve.ts';
import { serveExtensions } from '../api/plugins/extensions.ts';
import { serveStac } from '../ogc/stac/serve.ts';
import { serveWfs } from '../ogc/wfs/serve.ts';
import type { Route } from '../http/context.ts';
import type { Services } from '../platform/services/services.ts';
import { admit } from '../http/admission.ts';
import { bind } from '../http/bind.ts';
import { HEADERS_CHECKED, HEADERS_TIMEOUT, limitConnections } from '../http/connections.ts';
import { answerNotModified } from '../http/not-modified.ts';
import { docsPage, openApi } from '../http/openapi.ts';
import { sendProblem } from '../http/problem.ts';
import { HttpError } from '../base/http-error.ts';
import { parseJsonBodies } from '../http/json-body.ts';
import { secure } from '../http/security.ts';
import { drainUnreadBodies } from '../http/unread-bodies.ts';
import { sendPage, serveWorkbench } from './workbench-files.ts';
import { FOR_PROGRAMS, methodsOfPaths } from '../http/wrong-method.ts';

export interface AppOptions {
  services: Services;
  routes: readonly Route[];
  /** Folder of the built workbench; without it only the API is served. */
  dist?: string;
}

/** Builds the HTTP server: all routes with their handlers, one format of errors, and the workbench's files. */
export async function buildApp({ services, routes, dist }: AppOptions): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, stream: process.stderr },
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    // A survey of 500 MB over a field connection of 2 Mbit/s takes half an hour to upload.
    requestTimeout: 1_800_000,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: HEADERS_CHECKED },
    forceCloseConnections: 'idle',
    // Requests that arrive while the server is closing are answered as usual.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1000 },
    // A malformed or too long URL is refused in the same format as other errors.
    frameworkErrors: (thrown, request, reply) => void sendProblem(thrown, request, reply),
  });
  // A body is JSON or multipart; anything else is answered 415.
  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app);
  // Resumable uploads stream it to the disk.
  app.addContentTypeParser('application/offset+octet-stream', (_request, body, done) => done(null, body));
  app.setErrorHandler((thrown, request, reply) => sendProblem(thrown, request, reply));
  // Event streams last until their client leaves: they are closed first, otherwise the server would wait for them.
  app.addHook('preClose', () => services.events.close());
  await secure(app);
  await app.register(cookie);
  admit(app);
  // Behind a proxy all connections come from its address.
  const { connectionsPerAddress = 0, trustProxy } = config;
  if (connectionsPerAddress > 0 && !trustProxy) limitConnections(app.server, connectionsPerAddress);
  drainUnreadBodies(app);
  answerNotModified(app);
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: FAST_BROTLI,
    zlibOptions: { level: 1 },
  });
  await app.register(multipart, {
    limits: { files: 1, fields: 40, fieldSize: 1024 * 1024, fileSize: Infinity },
  });
  const methodsOf = methodsOfPaths(app);
  for (const route of routes) bind(app, route, services);
  await serveOgcApi(app, services);
  await serveWfs(app, services);
  serveStac(app, services);
  serveExtensions(app, services);
  describeApi(app, config.version);
  if (dist) await serveWorkbench(app, dist);
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const page = method === 'GET' || method === 'HEAD';
    if (dist && page && !FOR_PROGRAMS.test(url)) {
      const sent = sendPage(reply, url, dist);
      if (sent) return sent;
    }
    const path = url.slice(0, 200);
    const allow = methodsOf(url.replace(/\?.*/s, '')).join(', ');
    const httpError = allow
      ? new HttpError(405, 'http.wrong-method', { path, method, allow }, { headers: { allow } })
      : new HttpError(404, 'http.no-such-path', { path });
    return sendProblem(httpError, request, reply);
  });
  return app;
}

/**
 * The lowest quality: for lists of objects three times as fast as quality 4 and twice as fast as gzip at its fastest,
 * and smaller than that (zlib constant 1 = BROTLI_PARAM_QUALITY).
 */
const FAST_BROTLI = { params: { 1: 1 } };

function describeApi(app: FastifyInstance, version: string): void {
  const calls = ALL_CALLS.map((call) => call);
  let description: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(openApi(calls, version));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(calls, version)),
  );
}
