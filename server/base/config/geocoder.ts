export interface GeocoderSettings {
  kind: 'nominatim' | 'photon';
  /** Base URL of the service, without a trailing slash. */
  base: string;
}

/**
 * Parses `GROMA_GEOCODER`: `nominatim:https://…` or `photon:https://…`. Throws an error with a message for the
 * operator.
 */
export function readGeocoder(setting: string | undefined): GeocoderSettings | undefined {
  if (!setting) return undefined;
  const [, kind, address = ''] = /^(nominatim|photon):(.*)$/s.exec(setting.trim()) ?? [];
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!kind || !url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new Error(
      `GROMA_GEOCODER=${setting} cannot be used: give the kind of service and its address, such as nominatim:https://nominatim.example.org or photon:https://photon.example.org.`,
    );
  return { kind: kind as GeocoderSettings['kind'], base: url.href.replace(/\/+$/, '') };
}
