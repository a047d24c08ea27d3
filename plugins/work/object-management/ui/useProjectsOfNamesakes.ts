import { useEffect, useState } from 'react';
import { API } from '#core/api';
import type { ObjectType } from '#core/protocol';
import { useService } from '#core/react';
import { draftOf, withTitles } from '../model/general-draft.ts';

/** The projects of types whose name another type in the list has, too: what tells them apart. Empty until it is known. */
export function useProjectsOfNamesakes(types: readonly ObjectType[]): ReadonlyMap<ObjectType, string> {
  const api = useService(API);
  const [known, setKnown] = useState<ReadonlyMap<ObjectType, string>>(new Map());
  useEffect(() => {
    const ambiguous = types.filter(({ name }) => types.filter((other) => other.name === name).length > 1);
    if (ambiguous.length === 0) return undefined;
    const reading = new AbortController();
    const projects = ambiguous.flatMap((type) => draftOf(type).projects ?? []);
    withTitles(api, projects, reading.signal).then(
      (titled) => {
        const titles = new Map(titled.map(({ value, title }) => [value, title]));
        setKnown(
          new Map(ambiguous.map((type) => [type, type.projectIds.map((id) => titles.get(id)).join(', ')])),
        );
      },
      // The list is complete without.
      () => undefined,
    );
    return () => reading.abort();
  }, [api, types]);
  return known;
}
