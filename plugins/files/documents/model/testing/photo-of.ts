import type { PhotoRow } from '#core/protocol';

/** A photo that looks east from 0° 0°. */
export const photoOf = (id: string, more: Partial<PhotoRow> = {}): PhotoRow => ({
  id,
  name: `${id}.jpg`,
  version: 1,
  geometryId: null,
  surveyId: null,
  position: [0, 0],
  heading: 90,
  headingFrom: 'true',
  pitch: null,
  fieldOfView: 60,
  aspect: 0.75,
  heightAboveStart: null,
  takenAt: '2026-11-20T10:00:00Z',
  by: 'Ada',
  ...more,
});
