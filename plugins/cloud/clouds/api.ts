/** The service `clouds.Add`: begins to send files to a project, and asks what they are meanwhile. */
export type AddClouds = (projectId: string, files: readonly File[]) => void;
