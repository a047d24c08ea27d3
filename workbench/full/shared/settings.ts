/** What full plugins can import of core/settings. */
export { SETTINGS } from '#core/settings';
