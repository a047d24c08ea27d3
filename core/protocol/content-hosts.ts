/** Where the tiles of OpenStreetMap come from, for the map's background. */
export const OSM_TILES = 'https://tile.openstreetmap.org';

/**
 * The other sites from which a page may load pictures; the server's content security policy allows no others. Everything
 * else, also 3D Tiles and terrain of other servers and geocoding, goes through this server.
 */
export const PICTURE_HOSTS: readonly string[] = [OSM_TILES];
