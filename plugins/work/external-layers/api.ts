/** The service `external-layers.Add`: shows files as layers of the open project without importing them. */
export type ShowFiles = (projectId: string, files: readonly File[]) => void;
