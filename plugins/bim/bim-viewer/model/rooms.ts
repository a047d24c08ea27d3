import type { Api } from '#core/api';
import { serviceToken } from '#core/kernel';
import { findBimElements } from '#core/protocol';
import type { BimStage, BimViews } from '../api.ts';

const SLOT = 'bim-rooms';
const MOST = 500;

/** A room with the middle of its box, in the CRS of the view. */
export interface RoomName {
  readonly name: string;
  readonly at: readonly [number, number, number];
}

/** The names of the rooms of the storey whose plan is shown. */
export class RoomNames {
  rooms: readonly RoomName[] = [];
  readonly #api: Pick<Api, 'call'>;
  readonly #views: BimViews;
  #round = 0;

  constructor(api: Pick<Api, 'call'>, views: BimViews, stage: BimStage) {
    this.#api = api;
    this.#views = views;
    // Names belong to a plan: without a cut they would hang in the air.
    stage.look$.subscribe(({ planes }) => planes.length === 0 && this.clear());
  }

  /** Throws AppError. */
  async show(modelId: string, storey: string): Promise<void> {
    this.clear();
    const round = this.#round;
    const body = { classes: ['IfcSpace'], within: [storey], columns: [{ name: 'LongName' }], paginate: MOST };
    const { data } = await this.#api.call(findBimElements, { params: { id: modelId }, body });
    const view = this.#views.current;
    if (!view) return;
    const rooms: RoomName[] = [];
    for (const { globalId, name, values } of data.elements) {
      const box = await view.elements.boxOf([{ modelId, globalId }]);
      const long = values[0];
      if (!box) continue;
      const text = typeof long === 'string' && long !== '' ? long : (name ?? '');
      if (text !== '') rooms.push({ name: text, at: box.center });
    }
    if (round !== this.#round) return;
    this.rooms = rooms;
    view.show(
      {
        shapes: [],
        labels: rooms.map(({ name, at }) => ({ position: view.fromModel(at), text: name })),
      },
      SLOT,
    );
  }

  clear(): void {
    this.#round++;
    if (this.rooms.length === 0) return;
    this.rooms = [];
    this.#views.current?.show(undefined, SLOT);
  }
}
export const ROOM_NAMES = serviceToken<RoomNames>('bim-viewer.RoomNames');
