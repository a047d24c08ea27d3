import type { Edit } from '#core/document';

/** Deletes objects; those that no longer exist are skipped. */
export function deleteObjects(ids: readonly string[]): Edit {
  return (document) =>
    ids.flatMap((id) => {
      const before = document.get(id);
      return before ? [{ id, before, after: undefined }] : [];
    });
}
