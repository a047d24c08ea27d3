/** What full plugins can import of react-dom. */
export { createPortal, flushSync } from 'react-dom';
