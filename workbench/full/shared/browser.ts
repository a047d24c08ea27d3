/** What full plugins can import of core/browser. */
export { StoredValue, copyText, devicePosition } from '#core/browser';
