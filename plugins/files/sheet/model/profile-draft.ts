import type { SheetDrawing, SheetFrame, SheetPicture, SheetProfile } from '#core/protocol';

/** A profile that a person prepares: what is not chosen yet is missing. */
export interface ProfileDraft extends Pick<SheetProfile, 'exaggeration' | 'step'> {
  readonly ground?: SheetProfile['ground'];
  /** The name of the surface or the cloud. */
  readonly groundTitle?: string;
  readonly line?: SheetProfile['line'];
}

/** A frame that is prepared: a map, a profile, or what another viewer shows. */
export type DraftFrame = Omit<SheetFrame, 'content'> & {
  readonly profile?: ProfileDraft | undefined;
  readonly content?: SheetDrawing | SheetPicture | undefined;
};

export const isWhole = ({ profile }: DraftFrame): boolean =>
  profile === undefined || (profile.ground !== undefined && profile.line !== undefined);

/** The frame as the server is asked for it. A profile that is not whole is a map. */
export function frameOf({ profile, content, ...frame }: DraftFrame): SheetFrame {
  if (content) return { ...frame, rotation: 0, content };
  const { ground, line, exaggeration, step } = profile ?? {};
  if (!ground || !line) return frame;
  return {
    ...frame,
    rotation: 0,
    content: {
      kind: 'profile',
      ground,
      line,
      ...(exaggeration !== undefined && { exaggeration }),
      ...(step !== undefined && { step }),
    },
  };
}
