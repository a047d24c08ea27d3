/** Begins to send IFC files to a project: the service `bim-models.Add`. */
export type AddModels = (projectId: string, files: readonly File[]) => void;
