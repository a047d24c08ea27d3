import { useEffect, useState } from 'react';
import { declinationAt, loadMagneticModel, type Declination } from '#core/geodesy';

/** The declination at a place and time; undefined while its model is loaded, and where a place, time or model of then is missing. */
export function useDeclination(
  isWanted: boolean,
  longitude: number | undefined,
  latitude: number | undefined,
  time: string | null,
): Declination | undefined {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted || isLoaded) return undefined;
    let isOver = false;
    // What cannot be loaded is as unknown as what no model is of, which the form says.
    loadMagneticModel().then(
      () => !isOver && setLoaded(true),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, isLoaded]);
  if (!isWanted || !isLoaded || longitude === undefined || latitude === undefined || time === null)
    return undefined;
  return declinationAt([longitude, latitude], new Date(time));
}
