/** What full plugins can import of react/jsx-runtime. */
export { Fragment, jsx, jsxs } from 'react/jsx-runtime';
