import { ServerList, type Api } from '#core/api';
import { AppError } from '#core/kernel';
import {
  createProject,
  deleteProject,
  listMembers,
  listProjects,
  setMembers,
  updateProject,
  type AnswerOf,
  type BodyOf,
  type Project,
} from '#core/protocol';

export type ProjectMember = AnswerOf<typeof listMembers>[number];

/** The projects of the signed-in person, and their actions. */
export class ProjectList {
  readonly list: ServerList<Project>;
  readonly #api: Pick<Api, 'call'>;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listProjects, { query }, { signal }), {
      orderby: 'createdAt',
      order: 'desc',
    });
  }

  async create(draft: BodyOf<typeof createProject>): Promise<Project> {
    const { data } = await this.#api.call(createProject, { body: draft });
    return data;
  }

  /** Throws ProjectChangedError, as `changeProject`. */
  async change(project: Project, draft: BodyOf<typeof updateProject>): Promise<void> {
    try {
      await this.#api.call(updateProject, {
        params: { id: project.id },
        body: draft,
        ifMatch: String(project.version),
      });
    } catch (failure) {
      throw overtaken(failure) ?? failure;
    }
    await this.list.reload();
  }

  /** Throws Overtaken, as `change`. */
  async remove(project: Project): Promise<void> {
    try {
      await this.#api.call(deleteProject, { params: { id: project.id }, ifMatch: String(project.version) });
    } catch (failure) {
      throw overtaken(failure) ?? failure;
    }
    await this.list.reload();
  }

  async members(projectId: string): Promise<readonly ProjectMember[]> {
    const { data } = await this.#api.call(listMembers, { params: { id: projectId } });
    return data;
  }

  async setMembers(projectId: string, userIds: readonly string[]): Promise<void> {
    await this.#api.call(setMembers, { params: { id: projectId }, body: { userIds: [...userIds] } });
    // Without membership the project is not listed any more.
    await this.list.reload();
  }
}

/** Someone else changed the project first. */
export class Overtaken extends AppError {
  constructor(
    readonly current: Project,
    cause: AppError,
  ) {
    super('overtaken', cause.message, { status: 412, cause });
  }
}

function overtaken(failure: unknown): Overtaken | undefined {
  if (!(failure instanceof AppError) || failure.status !== 412) return undefined;
  return new Overtaken(failure.cause as Project, failure);
}
