/** Which terrain a person has chosen for a project on this device: its id, or that they want none. */
export function keptChoice(storage: Storage, projectId: string): string | undefined {
  try {
    return storage.getItem(keyOf(projectId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A full or forbidden storage costs the memory of it only. */
export function keepChoice(storage: Storage, projectId: string, terrainId: string | undefined): void {
  try {
    storage.setItem(keyOf(projectId), terrainId ?? 'none');
  } catch {
    return;
  }
}

function keyOf(projectId: string): string {
  return `groma.terrain.${projectId}`;
}
