import { makeObservable, runInAction } from 'mobx';
import { ServerList, type Api, type Live } from '#core/api';
import {
  createProject,
  createSampleProject,
  deleteProject,
  listMembers,
  listProjects,
  setMembers,
  type updateProject,
  type AnswerOf,
  type BodyOf,
  type Project,
} from '#core/protocol';
import { changeProject, unlessOvertaken } from './change-project.ts';

export type ProjectMember = AnswerOf<typeof listMembers>[number];

/** The projects of the signed-in person, and their actions. */
export class ProjectList {
  readonly list: ServerList<Project>;
  /** Lists the archived projects instead of the others. */
  isArchive = false;
  readonly #api: Pick<Api, 'call'>;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.list = new ServerList(
      (query, signal) => {
        const archived = this.isArchive ? 'true' : 'false';
        return api.call(listProjects, { query: { ...query, archived } }, { signal });
      },
      {
        orderby: 'createdAt',
        order: 'desc',
      },
    );
    makeObservable(this, { isArchive: true });
  }

  /** Lists also projects of which the person is made a member meanwhile, until the returned function is called. */
  follow(live: Pick<Live, 'on'>): () => void {
    const subscription = live.on('notification').subscribe(({ kind }) => {
      if (kind === 'project-member') void this.list.reload();
    });
    return () => subscription.unsubscribe();
  }

  async showArchive(isArchive: boolean): Promise<void> {
    runInAction(() => (this.isArchive = isArchive));
    await this.list.setQuery({});
  }

  /** Throws AppError with the server's message. */
  async createSample(): Promise<Project> {
    return (await this.#api.call(createSampleProject, { body: {} })).data;
  }

  async create(draft: BodyOf<typeof createProject>): Promise<Project> {
    const { data } = await this.#api.call(createProject, { body: draft });
    return data;
  }

  /** Throws ProjectChangedError, as `changeProject`. */
  async change(project: Project, draft: BodyOf<typeof updateProject>): Promise<void> {
    await changeProject(this.#api, project, draft);
    await this.list.reload();
  }

  /** Throws ProjectChangedError, as `change`. */
  async remove({ id, version }: Project): Promise<void> {
    await unlessOvertaken(this.#api.call(deleteProject, { params: { id }, ifMatch: String(version) }));
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
