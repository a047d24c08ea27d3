import type { Edit } from '#core/document';

/** Relates objects to others, and ends relations; no object relates to itself. */
export function relate(
  ids: readonly string[],
  { to = [], no = [] }: { to?: readonly string[]; no?: readonly string[] },
): Edit {
  return (document) =>
    ids.flatMap((id) => {
      const before = document.get(id);
      if (!before) return [];
      const kept = before.relatesTo.filter((other) => !no.includes(other));
      const relatesTo = [...new Set([...kept, ...to.filter((other) => other !== id)])];
      const isSame =
        relatesTo.length === before.relatesTo.length &&
        before.relatesTo.every((other, i) => other === relatesTo[i]);
      return isSame ? [] : [{ id, before, after: { ...before, relatesTo } }];
    });
}
