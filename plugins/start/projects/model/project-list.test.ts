import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { DEFAULT_FORMAT, type Project } from '#core/protocol';
import { ProjectChangedError } from './change-project.ts';
import { ProjectList } from './project-list.ts';

const bridge: Project = {
  id: '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11',
  projectName: 'Bridge',
  organizationId: '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c12',
  crs: 'EPSG:7792',
  displayFormat: DEFAULT_FORMAT,
  location: null,
  extent: null,
  objectCount: 0,
  archived: false,
  createdAt: '2026-11-21T08:00:00Z',
  createdBy: 'Anna',
  version: 3,
};

/** Answers each call by its id, and records the requests. */
function apiThat(answers: Record<string, (request: never) => unknown>) {
  const requests: { id: string; request: unknown }[] = [];
  const call = (async (spec: { id: string }, request: never) => {
    requests.push({ id: spec.id, request });
    return { data: answers[spec.id]?.(request), total: 1, version: undefined, status: 200 };
  }) as unknown as Api['call'];
  return { api: { call }, requests };
}

describe('the list of projects', () => {
  it('sends the version it read, and reloads after a change', async () => {
    const { api, requests } = apiThat({ 'projects.update': () => bridge, 'projects.list': () => [bridge] });
    const projects = new ProjectList(api);
    await projects.change(bridge, { projectName: 'Viaduct' });
    expect(requests[0]).toEqual({
      id: 'projects.update',
      request: { params: { id: bridge.id }, body: { projectName: 'Viaduct' }, ifMatch: '3' },
    });
    expect(requests[1]?.id).toBe('projects.list');
    expect(projects.list.rows).toEqual([bridge]);
  });

  it('lists a project at once of which the person is made a member', () => {
    const { api, requests } = apiThat({ 'projects.list': () => [bridge] });
    const events = new Subject<{ kind: string }>();
    const end = new ProjectList(api).follow({ on: () => events } as never);
    events.next({ kind: 'message' });
    expect(requests).toEqual([]);
    events.next({ kind: 'project-member' });
    expect(requests.map(({ id }) => id)).toEqual(['projects.list']);
    end();
    expect(events.observed).toBe(false);
  });

  it('lists the archived projects apart from the others', async () => {
    const { api, requests } = apiThat({ 'projects.list': () => [bridge] });
    const projects = new ProjectList(api);
    await projects.list.setQuery({ page: 2 });
    await projects.showArchive(true);
    expect(requests.map(({ request }) => request)).toMatchObject([
      { query: { archived: 'false', page: 2 } },
      { query: { archived: 'true', page: 1 } },
    ]);
  });

  it('returns the project as someone else changed it', async () => {
    const current = { ...bridge, projectName: 'Viaduct', version: 4 };
    const { api } = apiThat({
      'projects.update': () => {
        throw new AppError('http', 'It was changed since.', { status: 412, cause: current });
      },
    });
    const failure = await new ProjectList(api)
      .change(bridge, { projectName: 'Pier' })
      .catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ProjectChangedError);
    expect((failure as ProjectChangedError).current).toEqual(current);
  });

  it('passes on other errors', async () => {
    const refused = new AppError('http', 'Your role lacks projects.write.', { status: 403 });
    const { api } = apiThat({
      'projects.delete': () => {
        throw refused;
      },
    });
    await expect(new ProjectList(api).remove(bridge)).rejects.toBe(refused);
  });
});
