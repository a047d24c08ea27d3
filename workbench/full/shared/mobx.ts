/** What full plugins can import of mobx: what the workbench itself has of it. */
export {
  action,
  autorun,
  makeAutoObservable,
  makeObservable,
  observable,
  observableRef,
  override,
  reaction,
  runInAction,
} from 'mobx';
