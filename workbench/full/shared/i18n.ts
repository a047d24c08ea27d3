/** What full plugins can import of core/i18n. */
export { I18N } from '#core/i18n';
