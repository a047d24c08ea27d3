import { AppError } from '#core/kernel';

/**
 * Converts a file with `name longitude latitude` in each line to GeoJSON, in degrees of WGS 84. Empty lines are skipped.
 * Throws AppError that names the line that cannot be read.
 */
export async function pointsToGeojson(file: File): Promise<File> {
  const features = (await file.text()).split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const [name, ...numbers] = line.trim().split(/\s+/);
    const [longitude = NaN, latitude = NaN] = numbers.map(Number);
    const isPosition = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
    if (numbers.length !== 2 || !isPosition)
      throw new AppError(
        'template-line',
        `Line ${i + 1} of ${file.name} cannot be read: write a name, the longitude and the latitude in degrees.`,
      );
    return [
      {
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      },
    ];
  });
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  return new File([text], `${file.name}.geojson`, { type: 'application/geo+json' });
}
