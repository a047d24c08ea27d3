import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileRecord, ImportResult, Job, Problem, Project, Role, User } from '#core/protocol';
import { Writers, type WriteTally } from '../faults/writers.ts';
import { hear } from '../hearing.ts';
import { call, eventually, must, signIn, type ProcessResponse } from '../processes.ts';
import type { Seat, MachineSite } from './site.ts';

/** Each check throws the fault, and returns what it saw. */
export type MachineCheck = (site: MachineSite) => Promise<string>;

function expect(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}

const get = async <T>(
  seat: Pick<Seat, 'url'>,
  token: string,
  path: string,
  headers = {},
): Promise<ProcessResponse<T>> => call<T>(seat.url, token, 'GET', path, undefined, headers);

export const firstStart: MachineCheck = async (site) => {
  const [first] = site.servers;
  const projects = must(await get<Project[]>(first!, site.token, '/projects'), 200);
  const users = must(await get<User[]>(first!, site.token, '/users'), 200);
  const roles = must(await get<Role[]>(first!, site.token, '/roles'), 200);
  const names = roles.map((role) => role.role_name);
  const seen = `${users.length} user, ${projects.length} project with ${projects[0]?.objectCount} objects`;
  expect(seen === '1 user, 1 project with 60 objects', seen);
  expect(new Set(names).size === names.length, `Roles twice: ${names.join(', ')}`);
  return seen;
};

export const sharedKey: MachineCheck = async ({ servers, token }) => {
  for (const server of servers) must(await get(server, token, '/me'), 200);
  return `a token of one is good at all ${servers.length}`;
};

export const eventsEverywhere: MachineCheck = async (site) => {
  const { projectId } = await openProject(site, 'Events');
  const listening = await Promise.all(site.servers.map(({ url }) => hear(url, site.token, projectId)));
  const start = performance.now();
  must(
    await call(site.servers[1]!.url, site.token, 'POST', '/geometries', POINT, { projectid: projectId }),
    201,
  );
  await Promise.all(listening.map((stream) => stream.hears('event: geometries')));
  const took = performance.now() - start;
  for (const stream of listening) stream.close();
  return `heard at every server ${took.toFixed(0)} ms after it was asked for at one`;
};

export const rightsEverywhere: MachineCheck = async (site) => {
  const [one, two] = site.servers;
  const role = must(
    await call<Role>(one!.url, site.token, 'POST', '/roles', {
      role_name: 'Looks only',
      authorizations: ['geometries.read'],
    }),
    201,
  );
  const who = { email: 'sara@groma.test', password: 'a long enough password' };
  const body = { ...who, name: 'Sara', roleId: role.role_id };
  const user = must(await call<User>(one!.url, site.token, 'POST', '/users', body), 201);
  const theirs = (await signIn(two!.url, who)).tokens[0]!.token;
  for (let n = 0; n < 5; n++) must(await get(two!, theirs, '/me'), 200);
  // Ended at one server: the other, which caches the session, refuses it from the next request on.
  must(
    await call(
      one!.url,
      site.token,
      'PUT',
      `/users/${user.id}`,
      { ...user, active: false },
      { 'if-match': '"1"' },
    ),
    200,
  );
  const after = await get(two!, theirs, '/me');
  expect(
    after.status === 401,
    `Switched off at one server, at another the next request was ${after.status}.`,
  );
  return 'switched off at one, refused at the next request to another';
};

/** Uploaded at one server, read at the others. */
export const filesEverywhere: MachineCheck = async (site) => {
  const { projectId } = await openProject(site, 'Files');
  const content = randomBytes(3_000_000);
  const file = must(await upload(site.servers[0]!, site.token, projectId, content), 201);
  for (const server of site.servers)
    expect(await sameBytes(server, site.token, file, content), `Other bytes were read at ${server.url}.`);
  return `${content.length / 1e6} MB written at one, the same bytes read at all ${site.servers.length}`;
};

/** The store goes down under the servers and comes back; nobody restarts them. */
export const storeAway: MachineCheck = async (site) => {
  const { projectId } = await openProject(site, 'Store');
  const content = randomBytes(100_000);
  const [one, two] = site.servers;
  const stored = must(await upload(one!, site.token, projectId, content), 201);
  await site.store.stop();
  const refused = await upload(two!, site.token, projectId, content);
  expect(
    refused.status === 503 && Boolean((refused.body as Partial<Problem>).detail),
    `An upload without a store: ${refused.status} ${JSON.stringify(refused.body)}`,
  );
  must(await call(one!.url, site.token, 'POST', '/geometries', POINT, { projectid: projectId }), 201);
  await site.store.start();
  const start = performance.now();
  const file = await eventually(
    async () => must(await upload(two!, site.token, projectId, content), 201),
    30_000,
  );
  const back = performance.now() - start;
  for (const each of [stored, file])
    expect(await sameBytes(one!, site.token, each, content), `${each.name} is not what was uploaded.`);
  const files = must(await get<FileRecord[]>(one!, site.token, '/files', { projectid: projectId }), 200);
  expect(files.length === 2, `${files.length} files are listed instead of the 2 that were confirmed.`);
  return `uploads refused with a sentence, objects still written; uploading again ${back.toFixed(0)} ms after it was back`;
};

const IMPORTS = 10;
const OBJECTS = 300;

export const jobsOnce: MachineCheck = async (site) => {
  const { projectId } = await openProject(site, 'Jobs');
  const ids: string[] = [];
  for (let n = 0; n < IMPORTS; n++) {
    const form = new FormData();
    form.append('typeName', `import${n}`);
    form.append('commit', 'true');
    form.append('file', new Blob([collection(n)]), `import${n}.geojson`);
    const output = await call<{ jobId: string }>(
      site.servers[n % 3]!.url,
      site.token,
      'POST',
      '/shapefiles/uploadgeojson',
      form,
      { projectid: projectId },
    );
    ids.push(must(output, 202).jobId);
    // In the middle of it, one of the two workers is killed.
    if (n === IMPORTS / 2) await site.workers[0]!.program.end('SIGKILL');
  }
  const start = performance.now();
  const jobs = await Promise.all(
    ids.map((id) =>
      eventually(async () => {
        const job = must(await get<Job & { result: ImportResult }>(site, site.token, `/jobs/${id}`), 200);
        expect(!['queued', 'running'].includes(job.state), `The job ${id} is still ${job.state}.`);
        return job;
      }, 120_000),
    ),
  );
  await site.workers[0]!.start();
  for (const job of jobs)
    expect(
      job.state === 'done' && job.result.count === OBJECTS,
      `A job ended as ${job.state}: ${job.error} ${JSON.stringify(job.result)?.slice(0, 200)}`,
    );
  const [project] = must(await get<Project[]>(site, site.token, '/projects'), 200).filter(
    (each) => each.id === projectId,
  );
  expect(
    project!.objectCount === IMPORTS * OBJECTS,
    `${project!.objectCount} objects instead of ${IMPORTS} x ${OBJECTS}: a job was done twice or not at all.`,
  );
  return `${IMPORTS} imports by two workers, one of them killed: each once, the last after ${((performance.now() - start) / 1000).toFixed(1)} s`;
};

/** Each server is killed once while people write through nginx. */
export const killedUnderLoad: MachineCheck = async (site) => {
  const writers = new Writers(await openProject(site, 'Killed'), 4);
  for (const server of site.servers) {
    await progress(writers, 20);
    await server.program.end('SIGKILL');
    await progress(writers, 20);
    must(await get(site, site.token, '/me'), 200);
    await server.start();
  }
  return whole(writers);
};

/** Each server is stopped with a signal, and started again, while people write through nginx. */
export const rollingRestart: MachineCheck = async (site) => {
  const writers = new Writers(await openProject(site, 'Rolling'), 4);
  for (const server of site.servers) {
    await progress(writers, 20);
    const code = await server.program.end('SIGTERM');
    expect(code === 0, `A server that was asked to stop ended with ${code}: ${server.program.output()}`);
    await progress(writers, 20);
    await server.start();
  }
  const messages = await whole(writers);
  const failed = Object.values(writers.tally.failed).reduce((sum, count) => sum + count, 0);
  expect(failed === 0, `${failed} requests failed: ${JSON.stringify(writers.tally.failed)}; ${messages}`);
  return messages;
};

async function progress(writers: Writers, more: number): Promise<void> {
  const until = writers.tally.confirmed + more;
  while (writers.tally.confirmed < until) await wait(10);
}

async function whole(writers: Writers): Promise<string> {
  const tally: WriteTally = await writers.stop();
  const wrong = await writers.compare();
  expect(wrong.length === 0, wrong.slice(0, 5).join(' '));
  return `${tally.confirmed} changes confirmed, all there once; asked again: ${JSON.stringify(tally.failed)}; longest wait ${tally.longest.toFixed(0)} ms`;
}

async function upload(
  server: Seat,
  token: string,
  projectid: string,
  content: Buffer<ArrayBuffer>,
): Promise<ProcessResponse<FileRecord>> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'field-notes.bin');
  return call<FileRecord>(server.url, token, 'POST', '/files', form, { projectid });
}

async function sameBytes(server: Seat, token: string, file: FileRecord, content: Buffer): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/files/file/${file.id}`, { headers: { jwt: token } });
  const got = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 && file.sha256 === sha256(content) && got.equals(content);
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const POINT = { location: { type: 'Point', coordinates: [9, 45] }, typeName: 'pole', properties: {} };

async function openProject(site: MachineSite, projectName: string) {
  const { url, token } = site;
  const project = must(await call<Project>(url, token, 'POST', '/projects', { projectName }), 201);
  const type = await call(url, token, 'POST', '/attributes', { name: 'pole', fields: [] });
  expect(type.status === 201 || type.status === 409, `No type: ${JSON.stringify(type.body)}`);
  return { url, token, projectId: project.id, typeName: 'pole' };
}

function collection(n: number): string {
  const features = Array.from({ length: OBJECTS }, (_, k) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [9 + n / 100, 45 + k / 10_000] },
    properties: { k },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}
