/** What full plugins can import of mobx-react-lite: what the workbench itself has of it. */
export { observer } from 'mobx-react-lite';
