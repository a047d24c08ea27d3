/** What full plugins can import of core/plugin. */
export { HOST, PANELS, addressOn, findLandmark, landmark, worksOn } from '#core/plugin';
