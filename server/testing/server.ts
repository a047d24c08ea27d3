import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { LoginResult, Organization, Project, Role, User } from '#core/protocol';
import { prepareFirstStart } from '../shared/auth/first-start.ts';
import { openServices } from '../app/compose.ts';
import type { Engine } from '../platform/db/engine.ts';
import { openPostgresql } from '../platform/db/postgresql/postgresql.ts';
import { buildApp } from '../app/app.ts';
import type { Route } from '../http/context.ts';
import type { ServerConfig } from '../base/config/server-config.ts';
import type { Services, JobServices } from '../platform/services/services.ts';
import { RESOURCES } from '../app/resources.ts';
import type { JobQueue } from '../platform/services/queue.ts';
import { openTestDatabase, type EngineName } from './databases.ts';
import { ClosedQueue } from './closed-queue.ts';

export interface TestServerOptions {
  engine: EngineName;
  /** Default: every resource of the API. */
  routes?: readonly Route[];
  /** Default: a queue that accepts no jobs. */
  jobs?: (services: JobServices) => Promise<JobQueue>;
  config?: Partial<ServerConfig>;
  durable?: boolean;
  dist?: string;
}

const ADMIN = { email: 'admin@test.example', password: 'a long enough password' };

/** A complete server on a fresh database, called without a socket; `close` it at the end. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const test = await openTestDatabase(options.engine, options.durable);
  const { db, data } = test;
  const config: ServerConfig = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    smtp: undefined,
    oidc: [],
    signOn: undefined,
    data,
    databaseUrl: test.url,
    storageUrl: undefined,
    adminEmail: ADMIN.email,
    adminPassword: ADMIN.password,
    demo: false,
    tokenSeconds: 900,
    trustProxy: false,
    logLevel: 'silent',
    version: '0.0.0-test',
    ...options.config,
  };
  await prepareFirstStart(db, config);
  const { services, close } = await openServices(db, config, options.jobs ?? (async () => new ClosedQueue()));
  const app = await buildApp({ services, routes: options.routes ?? RESOURCES, dist: options.dist });
  return new TestServer(app, services, db, async () => {
    await app.close();
    await close();
    await test.remove();
  });
}

/** Another server of the same installation, as on a machine of its own: they share PostgreSQL and the storage, nothing else. */
export async function startBeside({ services: { config: shared } }: TestServer): Promise<TestServer> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-test-'));
  const db = await openPostgresql(shared.databaseUrl!);
  const { services, close } = await openServices(db, { ...shared, data }, async () => new ClosedQueue());
  const app = await buildApp({ services, routes: RESOURCES, dist: undefined });
  return new TestServer(app, services, db, async () => {
    await app.close();
    await close();
    await fs.rm(data, { recursive: true, force: true });
  });
}

export interface TestResponse<T> {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: T;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A person signed in at a test server, who sends calls with their token. */
export class TestPerson {
  readonly login: LoginResult;
  token: string;
  #app: FastifyInstance;

  constructor(app: FastifyInstance, login: LoginResult) {
    this.#app = app;
    this.login = login;
    this.token = login.tokens[0]!.token;
  }

  get id(): string {
    return this.login.userId;
  }

  /** `path` under /api; `body` as JSON. */
  async send<T = never>(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse<T>> {
    return sendTo<T>(
      this.#app,
      { method, url: `/api${path}`, headers: { jwt: this.token, ...headers } },
      body,
    );
  }
}

export class TestServer {
  readonly close: () => Promise<void>;
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly db: Engine;

  constructor(app: FastifyInstance, services: Services, db: Engine, close: () => Promise<void>) {
    this.app = app;
    this.services = services;
    this.db = db;
    this.close = close;
  }

  /** Without a session. */
  send<T = never>(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse<T>> {
    return sendTo<T>(this.app, { method, url: `/api${path}`, headers }, body);
  }

  async signIn(email: string, password: string): Promise<TestPerson> {
    const answer = await this.send<LoginResult>('POST', '/login', { email, password });
    return new TestPerson(this.app, must(answer, 200));
  }

  admin(): Promise<TestPerson> {
    return this.signIn(ADMIN.email, ADMIN.password);
  }

  /** `organizationId`: default that of the token. */
  async role(
    as: TestPerson,
    name: string,
    authorizations: readonly string[],
    organizationId?: string,
  ): Promise<Role> {
    return must(
      await as.send<Role>('POST', '/roles', { role_name: name, authorizations, organizationId }),
      201,
    );
  }

  async organization(as: TestPerson, name: string): Promise<Organization> {
    return must(await as.send<Organization>('POST', '/organizations', { name }), 201);
  }

  /** A user with a new role in each organization that has `authorizations`, signed in. */
  async person(
    as: TestPerson,
    name: string,
    authorizations: readonly string[],
    more: Partial<Pick<User, 'organizationIds' | 'blockedLayers'>> = {},
  ): Promise<TestPerson> {
    const roleIds: string[] = [];
    for (const id of more.organizationIds ?? [undefined])
      roleIds.push((await this.role(as, `${name}'s role`, authorizations, id)).role_id);
    const email = `${name.toLowerCase()}@test.example`;
    const password = `${name}'s own password`;
    must(
      await as.send<User>('POST', '/users', { email, name, roleId: roleIds[0], roleIds, password, ...more }),
      201,
    );
    return this.signIn(email, password);
  }

  /** A project of `as` with `members`. */
  async project(as: TestPerson, projectName: string, members: readonly TestPerson[] = []): Promise<Project> {
    const project = must(await as.send<Project>('POST', '/projects', { projectName }), 201);
    const userIds = [as.id, ...members.map((member) => member.id)];
    must(await as.send('PUT', `/projects/${project.id}/members`, { userIds }), 204);
    return project;
  }
}

async function sendTo<T>(
  app: FastifyInstance,
  request: InjectOptions,
  body: unknown,
): Promise<TestResponse<T>> {
  const answer = await app.inject({
    ...request,
    ...(body !== undefined && {
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...request.headers },
    }),
  });
  const text = answer.body;
  const json = /json/.test(String(answer.headers['content-type'])) && text !== '';
  return { status: answer.statusCode, headers: answer.headers, body: (json ? JSON.parse(text) : text) as T };
}

/** Throws an error with the response when its status is another one. */
export function must<T>(answer: TestResponse<T>, status: number): T {
  if (answer.status !== status)
    throw new Error(`Expected status ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
