import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ChangeAnswer, Project } from '#core/protocol';
import { readTown } from './town.ts';

/**
 * Creates the demo project through the API as the person with this token. Throws an error that names the call that
 * failed.
 */
export async function makeDemo(app: FastifyInstance, token: string): Promise<void> {
  const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { jwt: token, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
    if (answer.statusCode >= 300)
      throw new Error(`The demo project could not be made: ${path} answered ${answer.body}`);
    return answer.json<T>();
  };
  const town = readTown();
  const project = await post<Project>('/projects', town.project);
  for (const type of town.types) await post('/attributes', { ...type, projectIds: [project.id] });
  const changes = town.objects.map((object) => ({ ...object, clientId: randomUUID() }));
  const answers = await post<ChangeAnswer[]>('/geometries/autosave', changes, { projectid: project.id });
  const refused = answers.find((answer) => answer.status !== 'saved');
  if (refused) throw new Error(`The demo project could not be made: ${refused.detail ?? refused.status}`);
}
