/** What full plugins can import of core/toasts. */
export { TOASTS } from '#core/toasts';
