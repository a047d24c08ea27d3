import { randomUUID } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two rounds. */
const PAUSE = 750;
/** Connections with half a request that are opened in a round: more than stay without one. */
const HALF_SENT = 100;

export interface Attackers {
  url: string;
  projectId: string;
  /** A session of a plain surveyor. */
  surveyor: string;
  /** A personal access token that an administrator has lost, and the id of a role to be changed with it. */
  lost: string;
  roleId: string;
  /** An object type whose fields `f0` … `f99` have the pattern `(a+)+b`. */
  slowType: string;
}

/**
 * What hostile people do while others work, round after round: values for slow patterns, uploads that are refused on
 * connections that are used again, connections with half a request, and a lost token on calls of administrators.
 * `stop` returns the number of rounds; it throws the first thing that got through.
 */
export function attack(by: Attackers): { stop(): Promise<number> } {
  let stopped = false;
  let rounds = 0;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const halves = new Set<net.Socket>();
  const blows = [slowPatterns, () => refusedUpload(agent), halfRequests, lostToken];
  const running = (async () => {
    while (!stopped) {
      for (const blow of blows) await blow();
      rounds++;
      await pause(PAUSE);
    }
  })();
  // Told by `stop`.
  running.catch(() => {});
  return {
    async stop() {
      stopped = true;
      try {
        await running;
      } finally {
        agent.destroy();
        for (const socket of halves) socket.destroy();
      }
      return rounds;
    },
  };

  async function send(
    method: string,
    path: string,
    jwt: string,
    body: unknown,
    more = {},
  ): Promise<Response> {
    return fetch(`${by.url}/api${path}`, {
      method,
      headers: { jwt, 'content-type': 'application/json', 'if-match': '"1"', ...more },
      body: JSON.stringify(body),
    });
  }

  async function slowPatterns(): Promise<void> {
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, 'a'.repeat(300)]));
    const location = { type: 'Point', coordinates: [12.6, 42.9] };
    const object = { clientId: randomUUID(), typeName: by.slowType, location, properties };
    const answer = await send('POST', '/geometries/autosave', by.surveyor, [object], {
      projectid: by.projectId,
    });
    const [{ status }] = (await answer.json()) as [{ status: string }];
    if (status !== 'refused') throw new Error(`Values that do not match were ${status}.`);
  }

  async function refusedUpload(keepAlive: http.Agent): Promise<void> {
    const large = Buffer.concat([
      Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'),
      Buffer.alloc(1_500_000, 'x'),
      Buffer.from('\r\n--B--\r\n'),
    ]);
    const form = {
      'content-type': 'multipart/form-data; boundary=B',
      projectid: randomUUID(),
      jwt: by.surveyor,
    };
    const refused = await exchange(keepAlive, 'POST', '/api/shapefiles/uploadfile', form, large);
    const next = await exchange(keepAlive, 'GET', '/api/health', {});
    if (refused.status !== 404 || next.status !== 200 || refused.port !== next.port)
      throw new Error(`An upload was answered ${refused.status}, and the next request ${next.status}.`);
  }

  function exchange(keepAlive: http.Agent, method: string, path: string, headers: object, body?: Buffer) {
    return new Promise<{ status: number; port: number }>((resolve, reject) => {
      const sent = http.request(
        `${by.url}${path}`,
        { agent: keepAlive, method, headers: { ...headers } },
        (response) => {
          const port = response.socket.localPort!;
          response.resume().once('end', () => resolve({ status: response.statusCode!, port }));
        },
      );
      sent.once('error', reject).end(body);
    });
  }

  async function halfRequests(): Promise<void> {
    const { hostname, port } = new URL(by.url);
    for (let n = 0; n < HALF_SENT; n++) {
      const socket = net.connect({ host: hostname, port: Number(port) });
      halves.add(socket);
      socket.on('error', () => {}).once('close', () => halves.delete(socket));
      socket.write('GET /api/projects HTTP/1.1\r\nHost: groma\r\nX-');
    }
  }

  async function lostToken(): Promise<void> {
    const user = { name: 'Mallory', roleId: by.roleId, password: 'several unrelated words' };
    const tries: [string, string, object][] = [
      ['POST', '/users', { ...user, email: `${randomUUID()}@groma.test` }],
      ['POST', '/users', { ...user, email: `${randomUUID()}@groma.test`, superAdministrator: true }],
      ['PUT', `/roles/authorizations/${by.roleId}`, { authorizations: ['*'] }],
      ['POST', '/password', { current: 'x', next: 'several unrelated words' }],
      ['POST', '/users/me/tokens', { name: 'another', days: 365 }],
    ];
    for (const [method, path, body] of tries) {
      const { status } = await send(method, path, by.lost, body);
      if (status !== 403)
        throw new Error(`A personal access token: ${method} ${path} was answered ${status}.`);
    }
  }
}
