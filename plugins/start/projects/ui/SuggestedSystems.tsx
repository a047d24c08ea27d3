import { useEffect, useState } from 'react';
import { API } from '#core/api';
import type { FoundPlace } from '#core/protocol';
import { Button, useService, useTranslate } from '#core/react';
import { suggestedSystems, type SuggestedCrs } from '../model/suggested-crs.ts';

interface SuggestedSystemsProps {
  place: FoundPlace;
  /** The code of the system that is chosen. */
  chosen: string | null;
  onChoose: (system: SuggestedCrs) => void;
}

/** Reference systems that fit the place of a new project; a click chooses one. */
export function SuggestedSystems({ place, chosen, onChoose }: SuggestedSystemsProps) {
  const t = useTranslate('projects');
  const api = useService(API);
  const [found, setFound] = useState<{ place: FoundPlace; systems: readonly SuggestedCrs[] }>();
  useEffect(() => {
    const reading = new AbortController();
    suggestedSystems(api, place.position, reading.signal).then(
      (systems) => setFound({ place, systems }),
      // A suggestion is a help: the field searches all systems.
      () => undefined,
    );
    return () => reading.abort();
  }, [api, place]);
  if (found?.place !== place || found.systems.length === 0) return null;
  const label = t('crs.suggested', { place: place.name });
  return (
    <div role="group" aria-label={label} className="projects-suggested">
      <span className="g-muted">{label}</span>
      {found.systems.map((system) => (
        <Button
          key={system.code}
          size="s"
          isDisabled={system.code === chosen}
          onPress={() => onChoose(system)}
        >
          {`${system.code} – ${system.name}`}
        </Button>
      ))}
    </div>
  );
}
