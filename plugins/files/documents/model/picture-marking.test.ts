import { describe, expect, it } from 'vitest';
import { saveMarks, type PictureMark, type StoredMark } from '#core/protocol';
import type { NewMark } from '../api.ts';
import { PictureMarking, PictureMarkings } from './picture-marking.ts';

const ARROW: NewMark = { kind: 'arrow', colour: '#c2410c', points: [[0.1, 0.1], [0.5, 0.5]] }; // prettier-ignore
const TEXT: NewMark = { kind: 'text', colour: '#c2410c', points: [[0.5, 0.5]], text: 'Crack' };
const stored = (id: string, content = 2): StoredMark => ({
  ...TEXT,
  id,
  by: 'Anna',
  at: '2026-05-04T10:00:00Z',
  content,
});

/** A server with marks over one picture, whose current content is its second. */
function server(...marks: StoredMark[]) {
  const state = { marks, version: 3, fails: false, onSave: () => {} };
  const call = async (spec: { id: string }, { body }: { body?: { marks: PictureMark[] } }) => {
    if (state.fails) throw new Error('The server is asleep.');
    if (spec.id === saveMarks.id) {
      const known = new Map(state.marks.map((mark) => [mark.id, mark]));
      state.marks = body!.marks.map(
        (mark) => known.get(mark.id) ?? { ...mark, by: 'Me', at: '2026-05-05T10:00:00Z', content: 2 },
      );
      state.version++;
      state.onSave();
    }
    return { data: { id: 'f', version: state.version, content: 2, marks: state.marks } };
  };
  return { state, api: { call } as never, marking: new PictureMarking({ call } as never, 'f') };
}
const idsOf = ({ marks }: { marks: readonly { id: string }[] }) => marks.map(({ id }) => id);

describe('Marks over a picture', () => {
  it('are those of its current content; those of earlier ones are counted', async () => {
    const { marking } = server(stored('a'), stored('b', 1));
    await marking.load();
    expect([marking.state, idsOf(marking), marking.earlier]).toEqual(['ready', ['a'], 1]);
  });

  it('are drawn and removed, undone and redone', async () => {
    const { marking } = server(stored('a'));
    await marking.load();
    marking.add(ARROW);
    marking.remove('a');
    expect([marking.marks.map(({ kind }) => kind), marking.isChanged]).toEqual([['arrow'], true]);
    marking.undo();
    marking.undo();
    expect([idsOf(marking), marking.isChanged, marking.canUndo]).toEqual([['a'], false, false]);
    marking.redo();
    expect(marking.marks).toHaveLength(2);
    marking.add(TEXT);
    expect(marking.canRedo).toBe(false);
  });

  it('are saved with what others have drawn since, and with those over earlier contents', async () => {
    const { state, marking } = server(stored('a'), stored('b', 1));
    await marking.load();
    marking.remove('a');
    marking.add(ARROW);
    state.marks = [...state.marks, stored('of another')];
    await marking.save();
    expect(state.marks.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
      'text Anna',
      'text Anna',
      'arrow Me',
    ]);
    expect([marking.isChanged, marking.canUndo, idsOf(marking)[0]]).toEqual([false, false, 'of another']);
  });

  it('stay as they are drawn when they cannot be saved, with the reason', async () => {
    const { state, marking } = server();
    await marking.load();
    marking.add(ARROW);
    state.fails = true;
    await marking.save();
    expect([marking.error, marking.marks.length, marking.isChanged]).toEqual([
      'The server is asleep.',
      1,
      true,
    ]);
  });

  it('that are drawn and removed while others are saved are not saved, and not lost', async () => {
    const { state, marking } = server(stored('a'));
    await marking.load();
    marking.add(ARROW);
    const arrow = marking.marks[1]!.id;
    state.onSave = () => {
      marking.add(TEXT);
      marking.remove(arrow);
      marking.undo();
    };
    await marking.save();
    expect([marking.marks.map(({ kind }) => kind), marking.isChanged]).toEqual([['text', 'text'], true]);
    state.onSave = () => {};
    await marking.save();
    expect([state.marks.map(({ kind }) => kind), marking.isChanged]).toEqual([['text', 'text'], false]);
  });

  it('that are not saved are there when the picture is opened again', () => {
    const markings = new PictureMarkings(server().api);
    markings.of('f').add(ARROW);
    expect([markings.of('g').marks.length, markings.of('f').marks.length]).toEqual([0, 1]);
    markings.of('f').undo();
    expect(markings.of('f').canRedo).toBe(false);
  });
});
