import diagnostics from 'node:diagnostics_channel';
import { randomUUID } from 'node:crypto';
import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, LightMyRequestResponse, RouteOptions } from 'fastify';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHORIZATIONS, needsSession, type Problem, type Project } from '#core/protocol';
import { ALL_CALLS } from '../../core/protocol/calls.ts';
import { engines, oneEngine } from '../testing/databases.ts';
import { smallLas } from '../testing/las.ts';
import { HIDDEN, openPremises, OURS, type Premises } from '../testing/premises.ts';
import { changesProject } from '../http/gate/archived.ts';
import { bodyLimit } from '../http/limits.ts';
import { must, type TestPerson } from '../testing/server.ts';
import { tableOf, type CallCase } from '../testing/call-table.ts';

const CALLS = new Map(ALL_CALLS.map((call) => [`${call.method} /api${call.path}`, call]));
const tagOf = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
const DESCRIPTIONS = ['GET /api/openapi.json', 'GET /api/docs'];

describe.each(engines)('every route on the %s engine', (engine) => {
  /**
   * Tokens and values are refused before any statement, and people of elsewhere by statements that both engines are given
   * alike: that is walked through on one. Each gets the requests of every route by those who may make them.
   */
  const itOnce = it.runIf(oneEngine.includes(engine));
  let place: Premises;
  let table: Record<string, CallCase>;
  const routes = new Set<string>();

  beforeAll(async () => {
    const note = ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`);
    };
    const listen = (message: unknown) =>
      (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
    diagnostics.subscribe('fastify.initialization', listen);
    try {
      place = await openPremises(engine);
    } finally {
      diagnostics.unsubscribe('fastify.initialization', listen);
    }
    table = tableOf(place.ids);
  });
  afterAll(() => place?.server.close());

  /** Sends the request of an entry; `method` replaces its own, `other` its ids. */
  async function ask(
    key: string,
    token?: string,
    method?: 'HEAD',
    other?: (text: string) => string,
    more: Record<string, string> = {},
    instead: Partial<CallCase> & { form?: Record<string, string> } = {},
  ) {
    const [own = '', pattern = ''] = key.split(' ');
    const { params = {}, query, headers, body, file, form } = { form: undefined, ...table[key]!, ...instead };
    const encoded =
      (file && new Response(formOf(file, body as Record<string, string> | undefined))) ??
      (form && new Response(formOf(undefined, form)));
    const versioned = CALLS.get(key)?.versioned || own === 'PUT' || own === 'DELETE';
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const path = pattern.replace(/:(\w+)|\*/g, (all, name = all) =>
      encodeURIComponent(params[name as string]!),
    );
    const alter = other ?? ((same: string) => same);
    const answer = await place.server.app.inject({
      method: (method ?? own) as 'GET',
      url: alter(query ? `${path}?${query}` : path),
      headers: {
        ...(token !== undefined && { jwt: token }),
        ...(versioned && { 'if-match': '"999"' }),
        ...(encoded
          ? { 'content-type': encoded.headers.get('content-type')! }
          : text !== undefined && { 'content-type': 'application/json' }),
        ...JSON.parse(alter(JSON.stringify(headers ?? {}))),
        ...more,
      },
      payload: encoded
        ? Buffer.from(alter(Buffer.from(await encoded.arrayBuffer()).toString('latin1')), 'latin1')
        : text && alter(text),
    });
    return answer;
  }

  /** Runs a check for each entry and collects the failures, so that one does not hide others. */
  async function walk(check: (key: string, entry: CallCase) => Promise<unknown>, keys = Object.keys(table)) {
    const amiss: Record<string, unknown> = {};
    for (const key of keys) {
      const found = await check(key, table[key]!);
      if (found !== undefined) amiss[key] = found;
    }
    expect(amiss).toEqual({});
  }

  const guarded = () => Object.keys(table).filter((key) => table[key]!.about !== 'all');
  const isOpenService = (key: string) => / \/(ogcapi|wfs|stac)/.test(key);
  const needed = (key: string) =>
    isOpenService(key) ? 'geometries.read' : (CALLS.get(key)?.authorization ?? 'none');
  const unless = (answer: LightMyRequestResponse, ...statuses: number[]) =>
    statuses.includes(answer.statusCode) ? undefined : `${answer.statusCode} ${answer.body.slice(0, 200)}`;

  it('has its entry in the table, and every entry its route', () => {
    // Each GET comes with HEAD.
    const registered = [...routes].filter((route) => !route.startsWith('HEAD ')).sort();
    expect(Object.keys(table).sort()).toEqual(registered);
  });

  it('is in the OpenAPI document, and not public unless it says so', async () => {
    const { paths } = JSON.parse((await place.server.app.inject('/api/openapi.json')).body) as {
      paths: Record<string, Record<string, { security: unknown[] }>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({
        key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        open: security.length === 0,
      })),
    );
    const ofApi = Object.keys(table).filter((key) => / \/api/.test(key) && !DESCRIPTIONS.includes(key));
    expect(described.map(({ key }) => key).sort()).toEqual(ofApi.sort());
    for (const { key, open } of described) expect([key, open]).toEqual([key, table[key]!.about === 'all']);
  });

  itOnce('refuses a missing, forged or expired token', async () => {
    const { sub: _, ...claims } = JSON.parse(
      Buffer.from(place.owner.token.split('.')[1]!, 'base64url').toString(),
    ) as Record<string, unknown>;
    const sign = (secret: Uint8Array, exp: number) =>
      new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    const now = Math.floor(Date.now() / 1000);
    const expired = await sign(place.server.services.signing.key, now - 1);
    const forged = await sign(new Uint8Array(32).fill(7), now + 900);
    await walk(async (key) => {
      const none = unless(await ask(key), 401) ?? unless(await ask(key, forged), 401);
      const head = key.startsWith('GET ') ? unless(await ask(key, undefined, 'HEAD'), 401) : undefined;
      return none ?? head ?? unless(await ask(key, expired), isOpenService(key) ? 401 : 406);
    }, guarded());
  });

  it('refuses every token that has ended: of a session, a person or a membership, and personal ones', async () => {
    const { server, owner } = place;
    const sql = (text: string, ...params: unknown[]) => server.db.query(text, params);
    const personal = async (as: TestPerson) =>
      must(
        await as.send<{ id: string; token: string }>('POST', '/users/me/tokens', { name: 'x', days: 1 }),
        201,
      );
    const [left, blocked, deleted] = [
      await server.person(owner, 'Leaver', ['*']),
      await server.person(owner, 'Suspended', ['*']),
      await server.person(owner, 'Removed', ['*']),
    ];
    const out = await server.signIn('leaver@test.example', `Leaver's own password`);
    const [expired, revoked] = [await personal(owner), await personal(owner)];
    const ended: Record<string, string> = {
      'of a session that was signed out': out.token,
      'of a person who left the organization': left.token,
      'personal, of a person who left': (await personal(left)).token,
      'of a person who was blocked': blocked.token,
      'personal, of a person who was blocked': (await personal(blocked)).token,
      'of a person who was deleted': deleted.token,
      'personal, of a person who was deleted': (await personal(deleted)).token,
      'personal, expired': expired.token,
      'personal, revoked': revoked.token,
      'personal, unknown': 'groma_unknown',
    };
    for (const token of Object.values(ended).slice(0, -1))
      expect((await server.send('GET', '/me', undefined, { jwt: token })).status).toBe(200);
    must(await out.send('POST', '/logout'), 204);
    await sql('delete from memberships where user_id = $1', left.id);
    await sql('update users set active = false where id = $1', blocked.id);
    await sql('update users set deleted_at = now() where id = $1', deleted.id);
    await sql('update personal_tokens set expires_at = now() where id = $1', expired.id);
    must(await owner.send('DELETE', `/users/me/tokens/${revoked.id}`), 204);
    const kinds = Object.entries(ended);
    // Each route tries one of them, on each engine another: the same query finds for every route that a token has ended.
    let turn = engine === 'embedded' ? 0 : kinds.length / 2;
    await walk(async (key) => {
      const [name, token] = kinds[turn++ % kinds.length]!;
      const found =
        unless(await ask(key, token), 401) ??
        (key.startsWith('GET ') ? unless(await ask(key, token, 'HEAD'), 401) : undefined);
      return found && `${name}: ${found}`;
    }, guarded());
  });

  it('refuses a member whose role has everything except the required authorization, and names it', async () => {
    for (const authorization of AUTHORIZATIONS) {
      await place.holds(AUTHORIZATIONS.filter((one) => one !== authorization));
      await walk(
        async (key) => {
          const answer = await ask(key, place.hand.token);
          if (key.includes(' /wfs')) return unless(answer, 403);
          const messages = unless(answer, 403);
          if (messages) return messages;
          const { type, detail } = JSON.parse(answer.body) as Problem;
          return type.endsWith('auth.not-allowed') && detail.includes(authorization) ? undefined : detail;
        },
        guarded().filter((key) => needed(key) === authorization),
      );
    }
  });

  describe('with the headers of objects', () => {
    const takes = (name: string) =>
      Object.keys(table).filter((key) => {
        const { shape = {} } = (CALLS.get(key)?.headers ?? {}) as { shape?: object };
        return name in shape;
      });
    const isOf = (answer: LightMyRequestResponse, status: number, problem: string) =>
      unless(answer, status) ??
      ((JSON.parse(answer.body) as Problem).type.endsWith(problem) ? undefined : answer.body);

    it('refuses a type that does not exist', async () => {
      expect(takes('type').length).toBeGreaterThan(15);
      await walk(
        async (key) =>
          isOf(
            await ask(key, place.owner.token, undefined, undefined, { type: 'no%20such%20type' }),
            422,
            'geometries.unknown-type',
          ),
        takes('type'),
      );
    });

    it('refuses a record of another project', async () => {
      const other = await place.server.project(place.owner, 'Another one');
      const optional = takes('type').filter((key) => !('projectid' in (table[key]!.headers ?? {})));
      expect(optional.length).toBeGreaterThan(7);
      await walk(
        async (key) =>
          unless(await ask(key, place.owner.token, undefined, undefined, { projectid: other.id }), 404),
        optional,
      );
    });
  });

  describe('with a value that is none of those known', () => {
    type Schema = {
      enum?: unknown[];
      const?: unknown;
      properties?: Record<string, Schema>;
      anyOf?: Schema[];
    };
    const ofKind = (key: string, part: 'query' | 'headers' | 'body') => {
      const schema = CALLS.get(key)?.[part];
      return schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {};
    };
    const isChoice = (name: string, { enum: choices, anyOf = [] }: Schema): boolean =>
      name === 'orderby' ||
      choices !== undefined ||
      (anyOf.length > 0 && anyOf.every((one) => isChoice('', one)));
    const choicesOf = (key: string, part: 'query' | 'headers' | 'body') =>
      Object.entries(ofKind(key, part).properties ?? {}).flatMap(([name, schema]) =>
        isChoice(name, schema) ? [name] : [],
      );
    const isRefused = ({ statusCode, body }: LightMyRequestResponse, name: string) =>
      statusCode === 400 || statusCode === 422 ? undefined : `${name}: ${statusCode} ${body.slice(0, 200)}`;

    itOnce('is refused in every order and choice of a query', async () => {
      let tried = 0;
      await walk(async (key, { query }) => {
        if (table[key]!.about === 'all' || table[key]!.stream) return undefined;
        for (const name of choicesOf(key, 'query')) {
          tried++;
          const text = new URLSearchParams(query);
          text.set(name, 'nonsense');
          const refused = isRefused(
            await ask(key, place.owner.token, undefined, undefined, {}, { query: `${text}` }),
            name,
          );
          if (refused) return refused;
        }
        return undefined;
      });
      expect(tried).toBeGreaterThan(20);
    });

    itOnce('is refused in every order and choice of a header or a body', async () => {
      let tried = 0;
      await walk(async (key, { body, file }) => {
        if (table[key]!.about === 'all') return undefined;
        for (const name of choicesOf(key, 'headers')) {
          tried++;
          const more = { [name]: 'nonsense' };
          const refused = isRefused(await ask(key, place.owner.token, undefined, undefined, more), name);
          if (refused) return refused;
        }
        if (file) return undefined;
        for (const name of choicesOf(key, 'body')) {
          tried++;
          const changed = { body: { ...(body as object | undefined), [name]: 'nonsense' } };
          const refused = isRefused(
            await ask(key, place.owner.token, undefined, undefined, {}, changed),
            name,
          );
          if (refused) return refused;
        }
        return undefined;
      });
      expect(tried).toBeGreaterThan(5);
    });

    it('is refused in the preferences of the specification', async () => {
      const path = `/preferences/${place.owner.id}`;
      const { headers } = await place.owner.send('GET', path);
      for (const body of [
        { angleUnit: 'nonsense' },
        { defaultView: 'nonsense' },
        { autoSave: 'yes' },
        { zoomLevel: 99 },
        { measureCRS: 'nonsense' },
      ]) {
        const answer = await place.owner.send<Problem>('PUT', path, body, {
          'if-match': headers['etag'] as string,
        });
        expect([body, answer.status, answer.body.errors?.[0]?.path]).toEqual([
          body,
          400,
          `body.${Object.keys(body)[0]}`,
        ]);
      }
    });
  });

  describe('that changes what an archived project contains', () => {
    const NOT_OF_A_PROJECT: Record<string, string> = {
      'POST /api/attributes': 'makes a type, whose projects its body names',
      'POST /api/attributes/file': 'changes nothing',
      'POST /api/attributes/file/types': 'makes types, whose projects its body names',
      'POST /api/crs/reproject': 'changes nothing',
      'POST /api/pointcloud/look': 'changes nothing',
      'POST /api/pointcloud/sample': 'changes nothing',
      'PUT /api/field-codes': 'changes the code list of the organization',
      'POST /api/folder-templates': 'keeps folders for the organization',
      'DELETE /api/folder-templates/:id': 'deletes a template of folders of the organization',
      'POST /api/sheet-templates': 'keeps a layout of the organization',
      'PUT /api/sheet-templates/:id': 'changes a layout of the organization',
      'DELETE /api/sheet-templates/:id': 'deletes a layout of the organization',
    };

    it('is refused with a sentence, and so is every other part of a change', async () => {
      const { server, ids, owner } = place;
      const project = must(await owner.send<Project>('GET', `/projects/${ids.project}`), 200);
      const archived = must(
        await owner.send<Project>('PUT', `/projects/${ids.project}`, { archived: true }, tagOf(project)),
        200,
      );
      const ofTypes = 'update object_types set project_ids = $2::uuid[] where id = $1';
      await server.db.query(ofTypes, [ids.type, [ids.project]]);
      try {
        const changing = Object.keys(table).filter((key) => {
          const call = CALLS.get(key);
          return call && changesProject(call) && !(key in NOT_OF_A_PROJECT);
        });
        expect(changing.length).toBeGreaterThan(50);
        await walk(async (key) => {
          const answer = await ask(key, owner.token);
          const { detail } = answer.json<Problem>();
          return answer.statusCode === 409 && /is archived: it can be read/.test(detail)
            ? undefined
            : `${answer.statusCode} ${answer.body.slice(0, 200)}`;
        }, changing);
        const renamed = await owner.send(
          'PUT',
          `/projects/${ids.project}`,
          { crs: 'EPSG:4326' },
          tagOf(archived),
        );
        expect(renamed.status).toBe(409);
      } finally {
        await server.db.query(ofTypes, [ids.type, []]);
        must(await owner.send('PUT', `/projects/${ids.project}`, { archived: false }, tagOf(archived)), 200);
      }
      const answer = await ask('PUT /api/geometries/:id', owner.token);
      expect(answer.statusCode).toBe(412);
    });
  });

  describe('that PUT changes', () => {
    const pairs = () => Object.keys(table).filter((key) => key.startsWith('PUT '));
    const read = (key: string) => key.replace('PUT ', 'GET ');

    it('is read at the same address, by GET and by HEAD, with its ETag', async () => {
      await walk(async (key) => {
        if (!table[read(key)]) return 'no GET';
        const own = { query: table[key]!.query };
        const got = await ask(read(key), place.owner.token, undefined, undefined, {}, own);
        const head = await ask(read(key), place.owner.token, 'HEAD', undefined, {}, own);
        if (got.statusCode !== 200 || head.statusCode !== 200) return `${got.statusCode} ${head.statusCode}`;
        return got.headers.etag && got.headers.etag === head.headers.etag ? undefined : 'no ETag';
      }, pairs());
    });

    it('takes what GET answers', async () => {
      await walk(async (key) => {
        const own = { query: table[key]!.query };
        const got = await ask(read(key), place.owner.token, undefined, undefined, {}, own);
        const answered: unknown = JSON.parse(got.body);
        const what = CALLS.get(key)?.upload
          ? formBody((Array.isArray(answered) ? answered[0] : answered) as Record<string, unknown>)
          : { body: answered, file: undefined };
        const more = { 'if-match': got.headers.etag! };
        return unless(
          await ask(key, place.owner.token, undefined, undefined, more, { ...own, ...what }),
          200,
          204,
        );
      }, pairs());
    });

    /** The fields of a form; all but texts as JSON. */
    const formBody = (
      answered: Record<string, unknown>,
    ): Partial<CallCase> & { form: Record<string, string> } => ({
      file: undefined,
      form: Object.fromEntries(
        Object.entries(answered).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    });
  });

  it('refuses a personal access token exactly where credentials or rights are changed', async () => {
    const made = await place.server.app.inject({
      method: 'POST',
      url: '/api/users/me/tokens',
      headers: { jwt: place.owner.token },
      payload: { name: 'program', days: 1 },
    });
    const { id, token } = made.json<{ id: string; token: string }>();
    const refused = async (key: string) => {
      const { statusCode, body } = await ask(key, token, undefined, (text) =>
        text.replaceAll(UUID_ANYWHERE, id),
      );
      return statusCode === 403 && (JSON.parse(body) as Problem).type.endsWith('auth.session-needed');
    };
    const keys = guarded().filter((key) => CALLS.has(key));
    const sensitive = keys.filter((key) => needsSession(CALLS.get(key)!));
    expect(sensitive.length).toBeGreaterThan(15);
    await walk(async (key) => ((await refused(key)) ? undefined : 'is not refused'), sensitive);
    expect(sensitive).toEqual(
      expect.arrayContaining(['POST /api/password', 'PUT /api/users/:id', 'PUT /api/roles/:id']),
    );
    expect(await refused('GET /api/me')).toBe(false);
    await ask('DELETE /api/users/me/tokens/:id', place.owner.token, undefined, (text) =>
      text.replaceAll(UUID_ANYWHERE, id),
    );
  });

  itOnce('opens to the link of a point cloud only what reads this cloud', async () => {
    const { owner, server } = place;
    const { cloud, project } = place.ids;
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const made = must(
      await owner.send<{ id: string; url: string }>('POST', `/pointcloud/${cloud}/links`, {
        name: 'phone',
        expiresAt,
      }),
      201,
    );
    const token = /#link=(\S+)$/.exec(made.url)![1]!;
    const opened = guarded().filter((key) => CALLS.get(key)?.link);
    expect(opened).toEqual(
      expect.arrayContaining(['GET /api/pointcloud/:id', 'GET /api/pointcloud/file/:id']),
    );
    // Where coordinates are: the same for everybody.
    const places = opened.filter((key) => key.startsWith('GET /api/crs'));
    expect(places.length).toBe(3);
    const ofClouds = opened.filter((key) => !places.includes(key));
    expect(ofClouds.filter((key) => !/^(GET|POST) \/api\/pointcloud\//.test(key))).toEqual([]);
    await walk(
      async (key) => unless(await ask(key, token), 403),
      guarded().filter((key) => !CALLS.get(key)?.link),
    );
    // The same answers as for the person who made it.
    const answered = async (key: string, as: string) => (await ask(key, as)).statusCode;
    await walk(
      async (key) =>
        (await answered(key, token)) === (await answered(key, owner.token)) ? undefined : 'differs',
      opened,
    );
    // Nothing of another cloud of the same project, to which the person has access.
    const form = new Response(formOf({ name: 'other.las', content: smallLas({ epsg: 32633 }) }));
    const other = await server.app.inject({
      method: 'POST',
      url: '/api/pointcloud',
      headers: {
        jwt: owner.token,
        projectid: project,
        'content-type': form.headers.get('content-type')!,
      },
      payload: Buffer.from(await form.arrayBuffer()),
    });
    const { id } = other.json<{ id: string }>();
    expect(other.statusCode).toBe(201);
    const asked = (text: string) => text.replaceAll(cloud, id).replaceAll(place.ids.cloudImage, id);
    await walk(async (key) => unless(await ask(key, token, undefined, asked), 404), ofClouds);
    // The file of the other cloud is there for the person.
    expect((await owner.send('GET', `/pointcloud/${id}`)).status).toBe(200);
    must(await owner.send('DELETE', `/pointcloud/${cloud}/links/${made.id}`), 204);
    await walk(async (key) => unless(await ask(key, token), 401), opened);
    must(
      await owner.send('DELETE', `/pointcloud/${id}`, undefined, {
        'if-match': other.headers.etag as string,
      }),
      204,
    );
  });

  itOnce(
    'reveals nothing of another organization to a stranger, not even that something exists',
    async () => {
      const { owner, ...ours } = place.ids;
      const secrets = Object.values(ours).filter((id) => UUID.test(id) && id !== owner);
      const different = randomUUID();
      await walk(
        async (key, entry) => {
          const mayAsk = entry.about === 'list';
          const method = entry.stream && mayAsk && !entry.stranger ? 'HEAD' : undefined;
          const answer = await ask(key, place.stranger.token, method);
          const status = answer.statusCode;
          const expected = entry.stranger ?? (mayAsk ? undefined : 404);
          if (expected === undefined ? status >= 300 : status !== expected) return unless(answer);
          const messages = output(answer, [...secrets, OURS], entry);
          if (messages) return messages;
          if (expected !== 404) return undefined;
          // The same response as for something that never existed.
          const other = (text: string) => secrets.reduce((all, id) => all.replaceAll(id, different), text);
          const nothing = await ask(key, place.stranger.token, method, other);
          return nothing.statusCode === 404 && nothing.body === answer.body ? undefined : nothing.body;
        },
        inOrder(guarded(), table),
      );
    },
  );

  it('reveals nothing of blocked object types and viewers to a member', async () => {
    const { document, object, type, panoramic, bim, cloud, cloudImage, imported } = place.ids;
    const secrets = [document, object, type, panoramic, bim, cloud, cloudImage, imported, place.ids.export];
    await walk(
      async (key, entry) => {
        const answer = await ask(key, place.blocked.token, entry.stream ? 'HEAD' : undefined);
        const status = answer.statusCode;
        const expected = entry.blocked ?? (entry.about === 'thing' ? 404 : undefined);
        if (expected === undefined ? status >= 300 && status !== 412 : status !== expected)
          return unless(answer);
        return output(answer, [...secrets, HIDDEN], entry);
      },
      inOrder(guarded(), table),
    );
  });

  // The same on both engines: only the connection matters.
  it.runIf(engine === 'embedded')(
    'can be refused before a large body was sent, and its connection still be used',
    async () => {
      const { app } = place.server;
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (method: string, path: string, headers: OutgoingHttpHeaders, body?: Buffer) =>
        new Promise<{ status: number; socket: number }>((resolve, reject) => {
          const sent = request({ agent, port, method, path, headers }, (response) => {
            const socket = response.socket.localPort!;
            response.resume().once('end', () => resolve({ status: response.statusCode!, socket }));
          });
          sent.once('error', reject).end(body);
        });
      const uploads = Object.keys(table).filter((key) => CALLS.get(key)?.upload);
      expect(uploads.length).toBeGreaterThan(10);
      // A route with a file whose call does not say so would be left out here.
      expect(
        Object.keys(table)
          .filter((key) => table[key]!.file)
          .sort(),
      ).toEqual(uploads.toSorted());
      await walk(async (key, { about, params = {}, headers, body }) => {
        const [method = '', pattern = ''] = key.split(' ');
        const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name as string]!));
        const file = { name: 'large.bin', content: Buffer.alloc(4_000_000, 'x') };
        const form = await new Response(formOf(file, body as Record<string, string> | undefined)).blob();
        const bytes = Buffer.from(await form.arrayBuffer());
        for (const jwt of ['none', place.stranger.token, place.owner.token]) {
          const type = { 'content-type': form.type, 'content-length': bytes.length };
          const refused = await send(method, path, { ...headers, ...type, 'if-match': '"999"', jwt }, bytes);
          const next = await send('GET', '/api/openapi.json', {});
          // Anybody who is signed in may convert a file.
          const mayPass = jwt === place.owner.token || (jwt === place.stranger.token && about === 'list');
          if ((refused.status < 400 && !mayPass) || next.status !== 200 || next.socket !== refused.socket)
            return `${refused.status}, then ${next.status}`;
        }
        return undefined;
      }, uploads);
      // More JSON than a call takes, sent by length and in pieces: one call for each limit.
      const byLimit = new Map(
        [...CALLS.values()]
          .filter(({ body, upload }) => body && !upload)
          .map((call) => [bodyLimit(call), call]),
      );
      expect(byLimit.size).toBeGreaterThan(2);
      for (const [limit, { method, path }] of byLimit) {
        const many = Buffer.alloc(limit + 3_000_000, ' ');
        for (const how of [{ 'content-length': many.length }, { 'transfer-encoding': 'chunked' }]) {
          const headers = { ...how, 'content-type': 'application/json', jwt: place.owner.token };
          const refused = await send(method, `/api${path.replace(/:\w+/g, randomUUID())}`, headers, many);
          const next = await send('GET', '/api/openapi.json', {});
          expect([path, refused.status, next]).toEqual([path, 413, { status: 200, socket: refused.socket }]);
        }
      }
      agent.destroy();
    },
  );

  it('answers the right people: the requests of this table are valid', async () => {
    await walk(
      async (key, entry) => {
        const answer = await ask(key, place.owner.token, entry.stream ? 'HEAD' : undefined);
        const status = answer.statusCode;
        if (entry.owner !== undefined) return unless(answer, entry.owner);
        return CALLS.get(key)?.versioned ? unless(answer, 412) : status >= 300 ? unless(answer) : undefined;
      },
      inOrder(Object.keys(table), table),
    );
  });
});

const UUID_ANYWHERE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Deleting requests come last. */
function inOrder(keys: readonly string[], table: Record<string, CallCase>): string[] {
  return [...keys].sort((a, b) => (table[a]!.late ?? 0) - (table[b]!.late ?? 0));
}

/**
 * Finds a secret in a response, headers included, and returns its context; what the request itself named does not
 * count.
 */
function output(
  answer: LightMyRequestResponse,
  secrets: readonly string[],
  entry: CallCase,
): string | undefined {
  const request = JSON.stringify(entry);
  const text = `${JSON.stringify(answer.headers)} ${answer.body}`;
  for (const secret of secrets) {
    const at = text.toLowerCase().indexOf(secret.toLowerCase());
    if (at >= 0 && !request.includes(secret)) return `tells ${text.slice(Math.max(0, at - 200), at + 100)}`;
  }
  return undefined;
}

function formOf(
  file: { name: string; content: Buffer | string } | undefined,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', new Blob([Buffer.from(file.content)]), file.name);
  return form;
}
