import { measuresOf } from '#core/geodesy';
import { verticesOf } from '#core/mapview';
import type { ObjectType } from '#core/protocol';
import { useI18n, useService, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';
import { printerOf } from '#core/sketch';
import type { Drawn } from '../api.ts';
import { geometryOf } from '../model/shape.ts';

/** What will be stored, in one line: geometry, vertices, size, heights. */
export function Summary({
  drawn,
  type,
  height,
}: {
  drawn: Drawn;
  type: ObjectType | undefined;
  height: number | undefined;
}) {
  const t = useTranslate('draw-2d');
  const i18n = useI18n();
  const print = printerOf(i18n, useService(SETTINGS));
  const geometry = geometryOf(drawn.kind, drawn.vertices, height, type?.geometryType ?? null);
  const { length, area, perimeter } = measuresOf(geometry);
  const first = [...verticesOf(geometry)][0]!.position;
  const parts = [
    t(`stored.${drawn.kind}`, { count: drawn.vertices.length }),
    length !== undefined && t('stored.length', { value: print.length(length) }),
    area !== undefined && t('stored.area', { value: print.area(area) }),
    perimeter !== undefined && t('stored.perimeter', { value: print.length(perimeter) }),
    drawn.as?.text,
    t(first.length === 3 ? 'stored.heights' : 'stored.flat'),
  ];
  return (
    <p className="draw-summary">
      <span className="g-label">{t('stored.title')}</span> {parts.filter(Boolean).join(' · ')}
    </p>
  );
}
