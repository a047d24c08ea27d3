import { Readable } from 'node:stream';
import { Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../base/http-error.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { partsFolder, PartStore } from './parts.ts';

const PATH = '/api/uploads';
const PASSED = /^(tus-resumable|upload-.*|content-type|content-length)$/;

const servers = new Map<string, Server>();

/** The protocol's server; uploads are locked in it, so that there is one for each data folder. */
function tusOf(config: ServerConfig): Server {
  const directory = partsFolder(config);
  let server = servers.get(directory);
  if (!server) {
    server = new Server({
      path: PATH,
      datastore: new PartStore({ directory }),
      relativeLocation: true,
      namingFunction: (request) => request.headers.get('x-upload-id')!,
      onResponseError: (_request, failure) => {
        throw failure;
      },
    });
    servers.set(directory, server);
  }
  return server;
}

/** Passes a request on one upload to tus, and its answer to the client. Resolves to `Upload-Offset`, if it says one. */
export async function passToTus(
  config: ServerConfig,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | undefined> {
  const headers = new Headers({ 'x-upload-id': id });
  for (const [name, value] of Object.entries(request.headers))
    if (PASSED.test(name) && typeof value === 'string') headers.set(name, value);
  const isNew = request.method === 'POST';
  const body = request.body instanceof Readable ? Readable.toWeb(request.body) : undefined;
  const answer = await tusOf(config)
    .handleWeb(
      new Request(`http://groma${PATH}${isNew ? '' : `/${id}`}`, {
        method: request.method,
        headers,
        ...(body && { body: body as BodyInit, duplex: 'half' }),
      }),
    )
    .catch((failure: unknown) => {
      throw explained(failure);
    });
  if (answer.status >= 400) throw problemOf(answer.status);
  for (const name of ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'cache-control']) {
    const value = answer.headers.get(name);
    if (value !== null) void reply.header(name, value);
  }
  void reply.code(answer.status);
  const offset = answer.headers.get('upload-offset');
  return offset === null ? undefined : Number(offset);
}

function explained(failure: unknown): unknown {
  const { status_code: status } = failure as { status_code?: number };
  return status === undefined ? failure : problemOf(status, failure);
}

function problemOf(status: number, cause?: unknown): HttpError {
  const [code, key] = PROBLEMS[status] ?? (status >= 500 ? [500, 'http.failed'] : [400, 'uploads.not-tus']);
  const problem = new HttpError(code, key);
  problem.cause = cause;
  return problem;
}

/** Statuses that tus answers. */
const PROBLEMS: Record<number, [number, string]> = {
  404: [404, 'http.not-found'],
  // The bytes that had arrived are lost: it begins anew.
  410: [410, 'uploads.lost'],
  409: [409, 'uploads.other-offset'],
  412: [412, 'uploads.not-tus'],
  413: [413, 'uploads.more-than-said'],
};
