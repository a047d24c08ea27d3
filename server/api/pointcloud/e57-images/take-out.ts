import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { E57File } from '../../../formats/pointcloud/e57/e57-file.ts';
import { imagesOf, readImage, type E57Image } from '../../../formats/pointcloud/e57/e57-images.ts';
import { parseE57Xml } from '../../../formats/pointcloud/e57/e57-xml.ts';
import { UnusableCloud } from '../../../formats/pointcloud/unusable-cloud.ts';

export interface TakeOutTask {
  /** Path of the E57. */
  file: string;
  /** Where its pictures are written. */
  folder: string;
}

/** A picture that was taken out; `path` is undefined where its bytes are damaged, or its projection is not read. */
export type TakenImage = E57Image & { path: string | undefined };

/** Writes the pictures of an E57 to files; runs in a thread. Throws UnusableCloud. */
export function takeOut({ file, folder }: TakeOutTask): TakenImage[] {
  const e57 = new E57File(file);
  try {
    return imagesOf(parseE57Xml(e57.xml)).map((image, i) => {
      if (!image.shape) return { ...image, path: undefined };
      const to = path.join(folder, `image-${i}`);
      try {
        writeFileSync(to, readImage(e57, image));
      } catch (thrown) {
        if (!(thrown instanceof UnusableCloud)) throw thrown;
        return { ...image, path: undefined };
      }
      return { ...image, path: to };
    });
  } finally {
    e57.close();
  }
}
