import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  createBimLinks,
  deleteBimLink,
  getBimElement,
  listBimLinks,
  type BimElement,
  type BimLink,
} from '#core/protocol';
import type { BimSelection, ElementRef } from '../api.ts';

/** What is known of the chosen element, with its links to objects and files. */
export class ElementPage {
  of: ElementRef | undefined;
  element: BimElement | undefined;
  links: readonly BimLink[] = [];
  error: string | undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #announce: () => void;
  readonly #reading = new Latest();

  constructor(
    api: Pick<Api, 'call'>,
    selection: BimSelection,
    bus: Pick<EventBus, 'emit'>,
    projects: Pick<Projects, 'current'>,
  ) {
    this.#api = api;
    this.#announce = () => {
      const projectId = projects.current?.project.id;
      if (projectId !== undefined) bus.emit('bimLinksChanged', { projectId });
    };
    makeAutoObservable(this);
    selection.elements$.subscribe((elements) => void this.open(elements.at(-1)));
  }

  async open(of: ElementRef | undefined): Promise<void> {
    this.of = of;
    this.element = undefined;
    this.links = [];
    this.error = undefined;
    if (!of) return this.#reading.cancel();
    await this.reload();
  }

  async reload(): Promise<void> {
    const { of } = this;
    if (!of) return;
    const { modelId: id, globalId } = of;
    try {
      const found = await this.#reading.run(async (signal) => {
        const [element, links] = await Promise.all([
          this.#api.call(getBimElement, { params: { id, globalId }, query: {} }, { signal }),
          this.#api.call(listBimLinks, { params: { id }, query: { globalId } }, { signal }),
        ]);
        return { element: element.data, links: links.data };
      });
      if (!found) return;
      runInAction(() => {
        this.element = found.element;
        this.links = found.links;
        this.error = undefined;
      });
    } catch (failure) {
      if (!isAbort(failure)) runInAction(() => (this.error = sentenceOf(failure)));
    }
  }

  /** Links the element to objects of the map and to files. Throws AppError. */
  async link(to: readonly { readonly geometryId?: string; readonly fileId?: string }[]): Promise<void> {
    const { of } = this;
    if (!of || to.length === 0) return;
    const body = to.map((one) => ({ globalId: of.globalId, ...one }));
    await this.#api.call(createBimLinks, { params: { id: of.modelId }, body });
    this.#announce();
    await this.reload();
  }

  /** Throws AppError. */
  async unlink(link: BimLink): Promise<void> {
    await this.#api.call(deleteBimLink, { params: { id: link.modelId, linkId: link.id } });
    this.#announce();
    await this.reload();
  }
}
export const ELEMENT_PAGE = serviceToken<ElementPage>('bim-viewer.ElementPage');
