import type { FastifyInstance } from 'fastify';

/** Creates the demo project through the API as the person with this token. Throws an error that says why it cannot. */
export async function makeDemo(app: FastifyInstance, token: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/projects/sample',
    headers: { jwt: token },
    payload: { projectName: 'Demo' },
  });
  if (answer.statusCode >= 300) throw new Error(`The demo project could not be made: ${answer.body}`);
}
