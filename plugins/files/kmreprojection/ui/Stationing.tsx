import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { Tabs, useI18n, useTranslate } from '#core/react';
import type { Kilometres } from '../model/kilometres.ts';
import type { Shown } from '../model/points-on-map.ts';
import { printKilometres } from '../model/station-outputs.ts';
import { EventsPart } from './EventsPart.tsx';
import { PageMap } from './PageMap.tsx';
import { PlacesPart } from './PlacesPart.tsx';
import { StationsPart } from './StationsPart.tsx';

interface StationingProps {
  kilometres: Kilometres;
  projectId: string | undefined;
}

/** Points, chainages and events of a line, with their map. */
export const Stationing = observer(function Stationing({ kilometres, projectId }: StationingProps) {
  const t = useTranslate('kmreprojection');
  const [chosen, choose] = useState<string>();
  const [tab, setTab] = useState('points');
  const shown = useShown(kilometres, tab);
  return (
    <div className="kmr-result">
      <Tabs
        label={t('stationing')}
        selected={tab}
        onSelect={(next) => {
          setTab(next);
          choose(undefined);
        }}
        tabs={[
          {
            id: 'points',
            title: t('stations'),
            content: <StationsPart kilometres={kilometres} chosen={chosen} onChoose={choose} />,
          },
          {
            id: 'chainages',
            title: t('places'),
            content: <PlacesPart kilometres={kilometres} chosen={chosen} onChoose={choose} />,
          },
          {
            id: 'events',
            title: t('events'),
            content: (
              <EventsPart kilometres={kilometres} chosen={chosen} onChoose={choose} projectId={projectId} />
            ),
          },
        ]}
      />
      <PageMap label={t('map')} shown={shown} chosen={chosen} onChoose={choose} />
    </div>
  );
});

/** The line and its posts, and what the open tab has. */
function useShown(kilometres: Kilometres, tab: string): readonly Shown[] {
  const locale = useI18n().language;
  const { line, posts, points, chainages, events } = kilometres;
  return useMemo(() => {
    const point = (id: string, kind: Shown['kind'], label: string, position: Shown['location']): Shown => ({
      id,
      kind,
      label,
      location: position,
    });
    const at = (coordinates: (typeof points.rows)[number]['position']) => ({
      type: 'Point' as const,
      coordinates,
    });
    const own: Shown[] =
      tab === 'points'
        ? points.rows.map(({ line: number, name, chainage, position }) =>
            point(String(number), 'point', name || printKilometres(chainage, locale), at(position)),
          )
        : tab === 'chainages'
          ? chainages.rows.map(({ line: number, name, chainage, position }) =>
              point(String(number), 'point', name || printKilometres(chainage, locale), at(position)),
            )
          : events.rows.flatMap(({ line: number, name, from, vertices }) =>
              vertices
                ? point(String(number), 'event', name || printKilometres(from, locale), {
                    type: 'LineString',
                    coordinates: [...vertices],
                  })
                : [],
            );
    return [
      ...(line ? [point('line', 'line', '', { type: 'LineString', coordinates: [...line.vertices] })] : []),
      ...posts.posts.map(({ line: number, chainage, position }) =>
        point(`post ${number}`, 'post', printKilometres(chainage, locale), at(position)),
      ),
      ...own,
    ];
  }, [line, posts, points, chainages, events, tab, locale]);
}
