import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { updateProject, type BodyOf, type Project } from '#core/protocol';

/** Someone else changed the project first. */
export class ProjectChangedError extends AppError {
  constructor(
    readonly current: Project,
    cause: AppError,
  ) {
    super('overtaken', cause.message, { status: 412, cause });
  }
}

/**
 * Changes a project, based on the version read.
 * Throws ProjectChangedError with the current project when someone else changed it since.
 */
export async function changeProject(
  api: Pick<Api, 'call'>,
  project: Project,
  draft: BodyOf<typeof updateProject>,
): Promise<void> {
  const { id, version } = project;
  await unlessOvertaken(api.call(updateProject, { params: { id }, body: draft, ifMatch: String(version) }));
}

/** Rejects with ProjectChangedError where the server answers that the version is not current. */
export async function unlessOvertaken(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.status !== 412) throw failure;
    throw new ProjectChangedError(failure.cause as Project, failure);
  }
}
