import { base64Of, serviceToken } from '#core/kernel';
import type { BodyOf, createTopic, TopicViewpoint } from '#core/protocol';
import type { BimSelection, BimStage, BimView, BimViews, Items } from '#plugins/bim/bim-viewer/api';

type Triple = [number, number, number];
export type NewView = NonNullable<BodyOf<typeof createTopic>['view']>;

/** Elements that a viewpoint keeps as chosen, and as shown or hidden. */
const MOST_SELECTED = 5_000;
const MOST_EXCEPTIONS = 20_000;
/** Pixels of the longer side of a picture. */
const PICTURE = 1_200;

/** Makes viewpoints of what the model view shows, in the axes of a model's file, and shows them again. */
export class TopicViews {
  readonly #views: BimViews;
  readonly #stage: BimStage;
  readonly #selection: BimSelection;

  constructor(views: BimViews, stage: BimStage, selection: BimSelection) {
    this.#views = views;
    this.#stage = stage;
    this.#selection = selection;
  }

  /** The model that a viewpoint of the present view belongs to: that of the chosen element, or the first that is drawn. */
  get modelId(): string | undefined {
    const chosen = this.#selection.elements.at(-1)?.modelId;
    return chosen ?? this.#stage.models.find(({ state }) => state === 'drawn')?.id;
  }

  /** Undefined while no view or model is open. */
  async take(modelId: string): Promise<NewView | undefined> {
    const view = this.#views.current;
    if (!view || !view.unplaced(modelId, [0, 0, 0])) return undefined;
    const [viewpoint, picture] = await Promise.all([
      viewpointOf(view, modelId, this.#stage, this.#selection),
      view.picture(),
    ]);
    return { viewpoint, snapshot: await base64Of(await smaller(picture)) };
  }

  /** Resolves to false while the model is not drawn. */
  async show(modelId: string, viewpoint: TopicViewpoint): Promise<boolean> {
    const view = this.#views.current;
    if (!view?.placed(modelId, [0, 0, 0])) return false;
    const { eye, direction, up, field, planes, selection, isVisible, exceptions } = viewpoint;
    const turned = turner((at) => view.placed(modelId, at)!);
    const refs = (ids: readonly string[]) => ids.map((globalId) => ({ modelId, globalId }));
    const items = await view.elements.itemsOf(refs(exceptions));
    const none: Items = new Map();
    this.#stage.change({
      planes: planes.map(({ at, normal }, i) => ({
        id: `topic-${i}`,
        at: view.placed(modelId, at)!,
        normal: turned(normal),
      })),
      box: undefined,
      hidden: isVisible ? items : none,
      isolated: isVisible ? undefined : items,
      ghosts: !isVisible,
    });
    this.#selection.set(refs(selection));
    // Without a place of its own, as from an audit, it leads to what it chooses.
    if (eye.every((value) => value === 0) && selection.length > 0) await view.zoomTo(refs(selection));
    else
      view.viewpoint = {
        eye: view.placed(modelId, eye)!,
        direction: turned(direction),
        up: turned(up),
        field,
        planes: [],
      };
    return true;
  }
}
export const TOPIC_VIEWS = serviceToken<TopicViews>('bim-topics.Views');

async function viewpointOf(
  view: BimView,
  modelId: string,
  { look }: BimStage,
  { elements }: BimSelection,
): Promise<TopicViewpoint> {
  const back = (at: readonly [number, number, number]) => [...view.unplaced(modelId, at)!] as Triple;
  const turned = turner(back);
  const { eye, direction, up, field, planes } = view.viewpoint;
  const ofModel = async (items: Items) =>
    (await view.elements.elementsOf(items))
      .filter((one) => one.modelId === modelId)
      .map(({ globalId }) => globalId)
      .slice(0, MOST_EXCEPTIONS);
  return {
    eye: back(eye),
    direction: turned(direction),
    up: turned(up),
    field,
    planes: planes.map(({ at, normal }) => ({ at: back(at), normal: turned(normal) })),
    selection: elements
      .filter((one) => one.modelId === modelId)
      .map(({ globalId }) => globalId)
      .slice(0, MOST_SELECTED),
    isVisible: look.isolated === undefined,
    exceptions: await ofModel(look.isolated ?? look.hidden),
  };
}

/** Turns directions, whose length stays 1, as `through` turns differences of places. */
function turner(
  through: (at: readonly [number, number, number]) => readonly [number, number, number],
): (direction: readonly [number, number, number]) => Triple {
  const zero = through([0, 0, 0]);
  return (direction) => {
    const to = through(direction).map((value, axis) => value - zero[axis]!);
    const length = Math.hypot(...to) || 1;
    return to.map((value) => value / length) as Triple;
  };
}

async function smaller(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const share = Math.min(1, PICTURE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * share), Math.round(bitmap.height * share));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}
